"""Rules laid over other rules: what is replaced, what becomes meaningless, and circles."""

import pytest

from game421.errors import RulesError
from game421.rules import digest, load_rules, read_rules

from .writing import COMBINATIONS, DEFAULTS, TOKENS_ONLY, document


def value(rules, combination, phase="decharge"):
    return rules.values_in(phase)[COMBINATIONS.index(combination)]


def write(folder, **files):
    for stem, text in files.items():
        path = folder / f"{stem}.toml"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)


def problems(path):
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    return list(caught.value.problems)


def test_the_example_of_the_rules_page(tmp_path):
    write(
        tmp_path,
        lucette="""extends = "bistro"
name = "chez Lucette"
tokens = 11
followers = "same"
nenette_tie = "last-wins"
[values]
421 = "all-but-one"
brelan = 3
""",
    )
    rules = load_rules(tmp_path / "lucette.toml")
    assert (rules.name, rules.tokens, rules.followers) == ("chez Lucette", 11, "same")
    assert (rules.nenette_tie, rules.ends, rules.charge_throws) == ("last-wins", "last-in", 1)
    assert value(rules, "421") == value(rules, "421", "charge") == "all-but-one"
    assert value(rules, "666") == 3
    assert value(rules, "611") == 6


def test_a_chain_of_files_and_a_preset(tmp_path):
    write(
        tmp_path,
        top='extends = "below/middle.toml"\ntokens = 5\n',
        **{"below/middle": 'extends = "../bottom.toml"\ntokens = 6\nmanches = 3\n'},
        bottom='extends = "belgian"\ntokens = 7\nmanches = 4\nties = "later-wins"\n',
    )
    rules = load_rules(tmp_path / "top.toml")
    assert (rules.tokens, rules.manches, rules.ties, rules.ranking) == (5, 3, "later-wins", "belgian")


def test_mistakes_of_every_file_of_a_chain(tmp_path):
    write(tmp_path, top='extends = "low.toml"\n\nties = "x"\n', low="tokens = 0\nmanches = 0\n")
    found = problems(tmp_path / "top.toml")
    assert [problem.split(" ")[0] for problem in found] == [
        f"{tmp_path / 'top.toml'}:3:",
        f"{tmp_path / 'low.toml'}:1:",
        f"{tmp_path / 'low.toml'}:2:",
    ]


def test_the_top_files_mistakes_come_first(tmp_path):
    write(tmp_path, top='\n\nextends = "low.toml"\nties = 1\n', low='extends = "nothing"\nties = 2\n')
    found = problems(tmp_path / "top.toml")
    assert [problem.split(" ")[0].rpartition("/")[2] for problem in found] == [
        "top.toml:4:",
        "low.toml:1:",
        "low.toml:2:",
    ]


def test_a_mistake_below_is_reported_though_it_is_replaced(tmp_path):
    write(tmp_path, top='extends = "low.toml"\ntokens = 3\n', low="tokens = 0\n")
    assert "low.toml:1: tokens: 0 is out of range" in problems(tmp_path / "top.toml")[0]


@pytest.mark.parametrize("length", [1, 2, 5])
def test_circles_are_refused(tmp_path, length):
    for place in range(length):
        write(tmp_path, **{f"f{place}": f'tokens = 3\nextends = "./f{(place + 1) % length}.toml"\n'})
    found = problems(tmp_path / "f0.toml")
    assert len(found) == 1
    assert f"f{length - 1}.toml:2: extends: " in found[0]
    assert "closes a circle" in found[0]


def test_what_cannot_be_extended(tmp_path):
    write(tmp_path, a='extends = "b.toml"\n', c='extends = "."\n', d='extends = "e.toml"\n')
    (tmp_path / "e.toml").write_bytes(b"\xff\xfe")
    assert 'a.toml:1: extends: no preset and no file called "b.toml"' in problems(tmp_path / "a.toml")[0]
    assert 'did you mean "' in problems(tmp_path / "a.toml")[0]
    assert "a directory, not a rules file" in problems(tmp_path / "c.toml")[0]
    assert "d.toml:1: extends: " in problems(tmp_path / "d.toml")[0]
    assert "not UTF-8" in problems(tmp_path / "d.toml")[0]


def test_a_file_below_that_is_no_toml(tmp_path):
    write(tmp_path, top='extends = "low.toml"\ntokens = 0\n', low="\ntokens = = 3\n")
    found = problems(tmp_path / "top.toml")
    assert "top.toml:2: tokens" in found[0]
    assert "low.toml:2: not TOML" in found[1]


def test_a_text_extends_presets_only():
    assert read_rules('extends = "bistro"').followers == "declare"
    with pytest.raises(RulesError, match="no preset and no file"):
        read_rules('extends = "pyproject.toml"')


class TestValues:
    """A child's line in [values] replaces the parent's lines for either phase, of that key alone."""

    def test_replaces_phase_entries_of_the_key(self):
        parent = load_rules("fiches")
        assert (value(parent, "421", "charge"), value(parent, "421")) == (8, "all")
        child = read_rules('extends = "fiches"\n[values]\n421 = 10\n')
        assert (value(child, "421", "charge"), value(child, "421")) == (10, 10)

    def test_in_any_dice_order(self):
        child = read_rules('extends = "fiches"\n[values]\n1-2-4 = 10\n')
        assert value(child, "421") == 10

    def test_leaves_other_keys_alone(self):
        child = read_rules('extends = "fiches"\n[values]\n111 = 10\nrest = 3\n')
        assert (value(child, "421"), value(child, "111"), value(child, "665")) == ("all", 10, 3)

    def test_a_phase_entry_replaces_that_phase_alone(self):
        child = read_rules('extends = "fiches"\n[values.charge]\n421 = 3\n')
        assert (value(child, "421", "charge"), value(child, "421")) == (3, "all")

    def test_a_family_leaves_its_combinations_phase_entries(self, tmp_path):
        write(
            tmp_path,
            low="[values.charge]\n666 = 9\nbrelan = 5\n",
            top='extends="low.toml"\n[values]\nbrelan = 3\n',
        )
        rules = load_rules(tmp_path / "top.toml")
        assert value(rules, "666", "charge") == 9
        assert value(rules, "555", "charge") == 3

    def test_phase_written_before_the_general_line_of_the_same_file(self):
        rules = read_rules("[values.charge]\n421 = 3\n[values]\n421 = 5\n")
        assert (value(rules, "421", "charge"), value(rules, "421")) == (3, 5)

    def test_a_combination_beats_its_family_in_every_phase(self):
        rules = read_rules("[values]\n666 = 9\n[values.charge]\nbrelan = 3\n")
        assert (value(rules, "666", "charge"), value(rules, "555", "charge")) == (9, 3)

    def test_back_to_the_face(self):
        rules = read_rules('extends = "fiches"\n[values]\n666 = "face"\n')
        assert (value(rules, "666"), value(rules, "555")) == (6, 3)

    def test_nenette_above_the_rest_over_a_preset_is_worth_four(self):
        for preset in ("classic", "bistro", "belgian", "fiches"):
            rules = read_rules(f'extends = "{preset}"\nnenette = "above-rest"\n')
            assert value(rules, "221") == value(rules, "221", "charge") == 4
        rules = read_rules('extends = "bistro"\nnenette = "above-rest"\n[values]\n221 = 2\n')
        assert value(rules, "221") == 2

    def test_two_tierces_over_a_preset(self):
        rules = read_rules('extends = "classic"\ntierces = 2\n')
        assert [value(rules, run) for run in ("654", "543", "432", "321")] == [2, 2, 1, 1]


class TestMoot:
    """What a child makes meaningless is dropped when inherited, refused when written on top."""

    def test_sips_over_a_token_game(self):
        rules = read_rules('extends = "bistro"\ngame = "sips"\n')
        for axis in TOKENS_ONLY:
            assert getattr(rules, axis) == DEFAULTS[axis], axis
        assert rules.followers == "declare"

    def test_sips_drop_the_parents_charge_values(self, tmp_path):
        write(tmp_path, low='[values.charge]\n421 = "all"\n', top='extends = "low.toml"\ngame = "sips"\n')
        rules = load_rules(tmp_path / "top.toml")
        assert digest(rules) == digest(read_rules('game = "sips"'))

    @pytest.mark.parametrize("axis", TOKENS_ONLY)
    def test_token_axes_written_in_sips(self, axis, tmp_path):
        written = {**DEFAULTS, "nenette_takes": 2}[axis]
        text = document({"game": "sips", axis: written})
        with pytest.raises(RulesError, match=f'rules:2: {axis}: game = "sips" has no tokens'):
            read_rules(text)
        write(tmp_path, top=document({"extends": "sips", axis: written}))
        found = problems(tmp_path / "top.toml")
        assert len(found) == 1
        assert f"top.toml:2: {axis}: " in found[0]

    def test_charge_values_in_sips(self):
        with pytest.raises(RulesError, match=r"rules:3: values\.charge\.421: .*no charge"):
            read_rules('game = "sips"\n[values.charge]\n124 = 3\n'.replace("124", "421"))

    def test_a_token_game_over_sips_starts_from_the_defaults(self):
        rules = read_rules('extends = "sips"\ngame = "tokens"\ntokens = 11\n')
        assert (rules.tokens, rules.ends, rules.followers) == (11, "first-out", "up-to")

    def test_a_list_over_named_order(self, tmp_path):
        listing = document({"extends": "low.toml", "ranking": COMBINATIONS})
        write(tmp_path, low='tierces = 2\nnenette = "above-rest"\n', top=listing)
        rules = load_rules(tmp_path / "top.toml")
        assert (rules.tierces, rules.nenette) == (4, "lowest")
        assert value(rules, "221") == 1

    @pytest.mark.parametrize(
        "line", ["tierces = 4", "tierces = 2", 'nenette = "lowest"', 'nenette = "above-rest"']
    )
    def test_list_and_the_axes_it_makes_meaningless(self, line, tmp_path):
        listing = document({"ranking": COMBINATIONS})
        axis = line.split()[0]
        with pytest.raises(RulesError, match=f"rules:2: {axis}: a ranking written as a list says it all"):
            read_rules(listing + line)
        write(tmp_path, low=listing, top=f'extends = "low.toml"\n{line}\n')
        assert f"top.toml:2: {axis}: a ranking written as a list" in problems(tmp_path / "top.toml")[0]

    def test_a_name_over_a_list(self, tmp_path):
        write(
            tmp_path,
            low=document({"ranking": COMBINATIONS}),
            top='extends = "low.toml"\nranking = "belgian"\ntierces = 2\n',
        )
        rules = load_rules(tmp_path / "top.toml")
        assert (rules.ranking, rules.tierces) == ("belgian", 2)
