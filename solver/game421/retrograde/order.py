"""In which order states can be solved: components that feed on each other, each after what it leads to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

State = TypeVar("State", bound=Hashable)


def solving_order(leads_to: Mapping[State, Iterable[State]]) -> list[list[list[State]]]:
    """Generations of components: each component leads only to itself and to earlier generations.

    A component is a set of states that can all reach each other (a lone state most often). The
    components of one generation do not depend on each other. Everything is in a fixed order.
    """
    import networkx as nx

    graph: nx.DiGraph[State] = nx.DiGraph()
    graph.add_nodes_from(leads_to)
    graph.add_edges_from((state, after) for state, following in leads_to.items() for after in following)
    rank = {state: place for place, state in enumerate(leads_to)}
    components = nx.condensation(graph)
    generations = reversed(list(nx.topological_generations(components)))
    return [
        sorted(
            (sorted(components.nodes[node]["members"], key=rank.__getitem__) for node in generation),
            key=lambda members: rank[members[0]],
        )
        for generation in generations
    ]
