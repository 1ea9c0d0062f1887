"""From what stands on a sheet to its words in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game421 import __version__
from game421.dice import RollIndex, format_keep
from game421.sheets.contents import Leading, RoundPart, Rung, Sheet
from game421.sheets.faced import By, Declaring, Faced, FacingTable, Relative, Side
from game421.sheets.lists import HoldList, Item
from game421.sheets.orders import Order, Run
from game421.sheets.pages import Block, Cell, Page, Section
from game421.sheets.phrases import LANGUAGES, goal_key, number, power_above, typeset
from game421.sheets.policies import Choice
from game421.sheets.regulations import paragraph
from game421.states.actions import format_action, is_stop
from game421.states.goals import AMOUNTS
from game421.strategies.telling import Lang
from game421.turns.goals import tie_counts

NONE = "–"
"""How a list says to keep nothing."""


def told(sheet: Sheet, lang: Lang, date: str | None = None) -> Page:
    """The sheet in a language; the date stands on it only if it is given."""
    return _Teller(sheet, lang).page(date)


class _Teller:
    def __init__(self, sheet: Sheet, lang: Lang) -> None:
        self._sheet, self._lang, self._words = sheet, lang, LANGUAGES[lang]
        self._unit = self._words[sheet.rules.game]

    def say(self, key: str, **words: object) -> str:
        return typeset(self._words[key].format(**words), self._lang)

    def page(self, date: str | None) -> Page:
        sheet, rules = self._sheet, self._sheet.rules
        sections = [Section("rules", self.say("the_rules"), (paragraph(rules, sheet.players, self._lang),))]
        sections.append(self._ladder())
        for part in sheet.parts:
            sections += self._part(part)
        sections.append(self._legend(sections))
        footer = [self.say("made_by", version=__version__), self.say("digest", digest=sheet.digest)]
        return Page(
            lang=self._lang,
            title=self.say("title"),
            goal=self.say(goal_key(self._words, sheet.goal, rules.ends), unit=self._unit),
            facts=tuple(self._facts()),
            rules=self.say("rules", name=" ".join(rules.name.split())),
            sections=tuple(sections),
            footer=(*footer, *([date] if date else [])),
        )

    def _facts(self) -> Iterator[str]:
        yield self.say("players", count=self._sheet.players)
        if self._sheet.goal == "manche":
            yield self.say("stacks", stacks="/".join(map(str, self._sheet.parts[0].state.stacks)))
        if self._sheet.epsilon:
            yield self.say("within", epsilon=power_above(self._sheet.epsilon))
        else:
            yield self.say("exactly")

    # The combinations

    def _ladder(self) -> Section:
        rules = self._sheet.rules
        both = any(len(rung.worth) > 1 for rung in self._sheet.ladder)
        tie = {"1/2": "tie_half", "1": "tie_win", "0": "tie_loss"}[str(tie_counts(rules, None))]
        note = self.say(
            "ladder_note", unit=self._unit, phases=self.say("phases") if both else "", tie=self.say(tie)
        )
        caps = [str(cap + 1) for cap in range(len(self._sheet.ladder[0].chances))]
        columns = (self.say("combination"), self.say("worth"), *caps)
        rows = tuple(self._rung(rung) for rung in self._sheet.ladder)
        return Section("ladder", self.say("ladder"), (note,), (Block("", columns, rows),))

    def _rung(self, rung: Rung) -> tuple[Cell, ...]:
        worth = " / ".join(
            self._words[value] if isinstance(value, str) else str(value) for value in rung.worth
        )
        chances = [Cell("number", (self._percent(float(chance)),)) for chance in rung.chances]
        return Cell("dice", (format_keep(rung.roll),)), Cell("number", (worth,)), *chances

    def _percent(self, chance: float) -> str:
        """In percent, without the sign; never 0 or 100 where it is neither."""
        text = number(100 * chance, 1, self._lang)
        if chance < 1 and text == number(100, 1, self._lang):
            return ">" + number(99.9, 1, self._lang)
        return "<" + number(0.1, 1, self._lang) if chance and text == number(0, 1, self._lang) else text

    # A round

    def _part(self, part: RoundPart) -> Iterator[Section]:
        phase = self.say(f"in_{part.phase}")
        if not part.leading:
            yield Section("leader", self.say("leader", phase=phase), (self.say("no_choice", phase=phase),))
            return
        yield self._leader(part, phase)
        if part.by_roll:
            yield self._rolls(part, phase)
        made = sorted({table.made for table in part.facing})
        for place in made:
            tables = [table for table in part.facing if table.made == place]
            notes = [self._declaring(said) for said in part.declaring if said.made == place]
            if part.left_out and place == made[-1]:
                notes.append(self.say("left_out"))
            blocks = tuple(self._facing(table, tables) for table in tables)
            yield Section("follower", self._seat(tables[0], phase), tuple(notes), blocks)
        if part.choosing:
            yield self._rampo(part, phase)

    def _leader(self, part: RoundPart, phase: str) -> Section:
        several = len(part.worth) > 1
        columns = [self.say("against")] if several else []
        stops = any(row.holds.stops for row in part.leading)
        columns += [self.say("thrown"), *self._heads([row.holds for row in part.leading], stops=stops)]
        rows = tuple(self._leading(row, part.leading, several=several) for row in part.leading)
        worth = [self._worth(self.say(f"opponents_{opponents}"), value) for opponents, value in part.worth]
        if part.left_out and not part.facing:
            worth.append(self.say("left_out_all"))
        return Section(
            "leader", self.say("leader", phase=phase), tuple(worth), (Block("", tuple(columns), rows),)
        )

    def _worth(self, opponents: str, value: float) -> str:
        if self._sheet.goal in AMOUNTS:
            shown = number(value, 2, self._lang, signed=True)
            return self.say("leader_worth_tokens", opponents=opponents, value=shown, unit=self._unit)
        shown = self.say("percent", number=number(100 * value, 1, self._lang))
        return self.say("leader_worth_chance", opponents=opponents, value=shown)

    def _leading(self, row: Leading, rows: tuple[Leading, ...], *, several: bool) -> tuple[Cell, ...]:
        opponents = [Cell("number", (str(row.opponents),))] if several else []
        return (
            *opponents,
            Cell("number", (str(row.thrown),)),
            *self._cells(
                row.holds, [other.holds for other in rows], stops=any(other.holds.stops for other in rows)
            ),
        )

    def _rolls(self, part: RoundPart, phase: str) -> Section:
        columns = tuple(self.say(key) for key in ("combination", "do", "is_worth", "costs"))
        blocks = tuple(
            Block(
                self.say("after", throw=table.thrown),
                columns,
                tuple(self._choice(roll, choice) for roll, choice in table.rolls),
            )
            for table in part.by_roll
        )
        note = self.say("rolls_note", opponents=self.say(f"opponents_{part.worth[-1][0]}"))
        return Section("rolls", self.say("rolls", phase=phase), (note,), blocks)

    def _choice(self, roll: RollIndex, choice: Choice) -> tuple[Cell, ...]:
        action = format_action(choice.action).replace("-", NONE)
        cost = NONE if choice.regret is None else self._amount(choice.regret)
        return (
            Cell("dice", (format_keep(roll),)),
            Cell("holds", (self.say("stop") if is_stop(choice.action) else action,)),
            Cell("number", (self._amount(choice.value),)),
            Cell("number", (cost,)),
        )

    def _amount(self, value: float) -> str:
        """A chance in percent, or a number of tokens or sips."""
        if self._sheet.goal in AMOUNTS:
            return number(value, 3, self._lang)
        return self.say("percent", number=number(100 * value, 2, self._lang))

    def _rampo(self, part: RoundPart, phase: str) -> Section:
        rows = tuple(
            (Cell("set", self._stops(rolls)), Cell("words", (self.say(f"choose_{format_action(action)}"),)))
            for action, rolls in part.choosing
        )
        block = Block("", (self.say("tied_on"), self.say("choose")), rows)
        return Section("rampo", self.say("rampo", phase=phase), (self.say("rampo_note"),), (block,))

    def _seat(self, table: FacingTable, phase: str) -> str:
        if self._sheet.players == 2:
            return self.say("follower", phase=phase)
        rest = self.say("to_come", count=table.to_come) if table.to_come else self.say("last")
        players = table.made + 1 + table.to_come
        return self.say("second", place=table.made + 1, players=players, phase=phase) + rest

    def _facing(self, table: FacingTable, tables: list[FacingTable]) -> Block:
        caption = self.say(f"left_{table.left}" if table.left < 3 else "left", count=table.left)
        if sum(other.left == table.left for other in tables) > 1:
            caption += self.say("caps", caps=self.say("or").join(map(str, table.caps)))
        lists = [row.holds for row in table.rows]
        stops = any(row.relative or row.holds.stops for row in table.rows)
        columns = (self.say(f"facing_{table.by}"), *self._heads(lists, stops=stops))
        rows = tuple(
            (
                Cell("set", tuple(self._faced(row.faced, table.by))),
                *self._cells(row.holds, lists, stops=stops, relative=row.relative),
            )
            for row in table.rows
        )
        return Block(caption, columns, rows)

    def _declaring(self, said: Declaring) -> str:
        two = self._sheet.players == 2
        seat = self.say("seat_follower") if two else self.say("seat_numbered", place=said.made + 1)
        return self.say("declare", cap=said.cap, seat=seat, faced=", ".join(self._faced(said.faced, said.by)))

    # Lists

    def _heads(self, lists: list[HoldList], *, stops: bool) -> Iterator[str]:
        if stops:
            yield self.say("stop_on")
        yield self.say("keep" if stops else "keep_only")
        if any(holds.exceptions for holds in lists):
            yield self.say("except")

    def _cells(
        self, holds: HoldList, lists: list[HoldList], *, stops: bool, relative: Relative | None = None
    ) -> Iterator[Cell]:
        """The cells under `_heads`: they are there where any of the table's lists has something to say."""
        if relative:
            yield Cell("words", (self.say(f"stop_{relative}"),))
        elif stops:
            yield Cell("set", self._stops(holds.stops) or (self.say("never"),))
        yield Cell("holds", tuple(map(self._item, holds.items)))
        if any(other.exceptions for other in lists):
            yield Cell("set", tuple(self._exceptions(holds)))

    def _item(self, item: Item) -> str:
        pattern = item.pattern
        dice = format_keep(pattern.keep).replace("-", NONE)
        text = {"dice": dice, "with": f"{dice}+"}.get(pattern.kind) or self.say(pattern.kind)
        return text.replace(" ", "\u00a0") + ("!" if item.declared else "")

    def _exceptions(self, holds: HoldList) -> Iterator[str]:
        for lies, action in holds.exceptions:
            kept = format_keep(lies.kept)
            locked = "" if kept == "-" else f"[{kept}]"
            yield f"{format_keep(lies.roll)}{locked}→{format_action(action).replace('-', NONE)}"

    def _stops(self, rolls: tuple[RollIndex, ...]) -> tuple[str, ...]:
        runs, apart = self._sheet.order.told(rolls)
        excepted = [self.say("not", what=part) for part in self._set(apart)]
        return (*self._set(runs[:1]), *excepted, *self._set(runs[1:]))

    def _set(self, runs: Iterable[Run]) -> tuple[str, ...]:
        return tuple(part for run in runs for part in self._run(run))

    def _run(self, run: Run) -> tuple[str, ...]:
        order: Order = self._sheet.order
        rolls = order.rolls_of(run)
        if len(rolls) > 1 and order.from_the_top(run):
            return (self.say("better", first=format_keep(run.last)),)
        if len(rolls) < 3:
            return tuple(map(format_keep, rolls))
        return (f"{format_keep(run.first)}–{format_keep(run.last)}",)

    # What is faced

    def _faced(self, faced: Iterable[Faced], by: By) -> Iterator[str]:
        """What is on the table, as runs: of the one side that matters, or the worst for each best."""
        every = tuple(faced)
        if by != "both":
            yield from self._sides([side for each in every if (side := each.best or each.worst) is not None])
            return
        by_best: dict[str, list[Side]] = {}
        for best, worst in every:
            if best is not None and worst is not None:
                by_best.setdefault(self._side(best), []).append(worst)
        for best_text, worsts in by_best.items():
            yield f"{best_text} / {' & '.join(self._sides(worsts))}"

    def _sides(self, sides: list[Side]) -> Iterator[str]:
        """Sides as runs of combinations; how they were made, and by how many, is said of a whole run."""
        made: dict[RollIndex, list[str]] = {}
        for side in sides:
            tied = "" if side.tied == 1 else f"×{side.tied}"
            made.setdefault(side.result.roll, []).append(f"{side.result.throws or ''}{tied}")
        alike: dict[tuple[str, ...], list[RollIndex]] = {}
        for roll, ways in made.items():
            if sides[0].result.throws is None:
                for way in ways:
                    alike.setdefault((way,), []).append(roll)
            else:
                alike.setdefault(tuple(ways), []).append(roll)
        for together, rolls in alike.items():
            suffix = "/".join(together)
            at = "@" if suffix[:1].isdigit() else ""
            yield from (f"{text}{at}{suffix}" for text in self._set(self._sheet.order.runs(rolls)))

    def _side(self, side: Side) -> str:
        return next(self._sides([side]))

    # How to read it

    def _legend(self, sections: list[Section]) -> Section:
        cells = [
            cell for section in sections for block in section.blocks for row in block.rows for cell in row
        ]
        holds = {part for cell in cells if cell.kind == "holds" for part in cell.parts}
        sets = {part for cell in cells if cell.kind == "set" for part in cell.parts}
        words = {part for cell in cells if cell.kind == "words" for part in cell.parts}
        shown = {
            "first": bool(holds),
            "stronger": self.say("stop_stronger") in words,
            "equal": self.say("stop_equal") in words,
            "with": any("+" in part for part in holds),
            "pair": any(part.startswith(self.say("pair")) for part in holds),
            "highest": any(part.startswith(self.say("highest")[:4]) for part in holds),
            "none": any(part.startswith(NONE) for part in holds),
            "declare": any(part.endswith("!") for part in holds),
            "made": any("@" in part for part in sets),
            "tied": any("×" in part for part in sets),
            "runs": any(NONE in part for part in sets),
            "locked": self._sheet.rules.kept_dice == "locked",
            "ties": True,
        }
        return Section(
            "legend", self.say("legend"), tuple(self.say(f"legend_{key}") for key, on in shown.items() if on)
        )
