"""Proving a table, whatever its kind: values by the independent checker, policies by solving anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from game421.errors import InputError, TableError
from game421.rules import Rules, digest
from game421.rules.source import printable
from game421.tables.keys import target_key
from game421.tables.policy import KIND as TURN_POLICY
from game421.tables.policy import PolicyTable, read, turn_policy
from game421.tables.values import KIND, is_values_file, load_values
from game421.turns.goals import TIED_HALVES
from game421.turns.policies import PolicyQuestion


@dataclass(frozen=True)
class Verdict:
    """What was proved of a table, under which rules."""

    kind: str
    rules: Rules
    sentence: str

    @property
    def digest(self) -> str:
        """The digest of the rules."""
        return digest(self.rules)


def verify_file(path: Path) -> Verdict:
    """Prove the table in a file from its rules alone. Raises TableError where it is not as it should be."""
    try:
        holds_values = is_values_file(path)
    except OSError as error:
        raise TableError(f"{printable(str(path))}: cannot be read: {error.strerror or error}") from None
    if not holds_values:
        return _policy(path)
    from game421.games.two_players import prove_values

    values = load_values(path)
    try:
        proof = prove_values(values)
    except TableError as error:
        raise TableError(f"{printable(str(path))}: {error}") from None
    return Verdict(KIND, values.rules, proof.sentence)


def _policy(path: Path) -> Verdict:
    table = read(path)
    try:
        anew = turn_policy(_question(table))
    except (InputError, KeyError) as error:
        raise TableError(f"{printable(str(path))}: its header asks for no turn policy: {error}") from None
    if list(anew) != list(table):
        raise TableError(f"{printable(str(path))}: its policy is not the optimal one: export it again")
    sentence = f"All {len(table)} decisions are optimal and have the values stated: solved anew and compared."
    return Verdict(TURN_POLICY, table.rules, sentence)


def _question(table: PolicyTable) -> PolicyQuestion:
    """The question whose answer a policy table claims to be."""
    header = table.header
    question = PolicyQuestion(
        rules=table.rules,
        goal=header["goal"],
        phase=header["phase"],
        role=header["as"],
        cap=header["cap"],
        tied_halves=None if header["ties"] is None else TIED_HALVES[header["ties"]],
    )
    if [target_key(target.names) for target in question.targets] == header["targets"]:
        return question
    [named] = header["targets"]
    return replace(question, names=tuple(name.removeprefix("d") for name in named.split("/")))
