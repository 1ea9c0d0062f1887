"""From a preset's name, a file or a text to a checked record: what a rules file extends is read too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game421.errors import InputError, RulesError
from game421.rules.catalogue import preset_names, preset_text
from game421.rules.draft import Draft
from game421.rules.fields import Wrong, name_value
from game421.rules.record import Rules
from game421.rules.source import Source, read_source, read_typed, shown, suggestion

if TYPE_CHECKING:
    from pathlib import Path


def load_rules(name_or_path: str | Path) -> Rules:
    """The rules of a preset, by its name, or of the TOML file at a path.

    Raises InputError where there is neither, or the file cannot be read, and RulesError with every
    mistake in the file and in those it extends, a line each: file, line, field, what is wrong, what
    is allowed. Source: RULES, section 8.
    """
    return _resolve(open_rules(name_or_path))


def read_rules(text: str, label: str = "rules") -> Rules:
    """The rules that `text` writes, as a file would; it may extend presets only.

    `label` stands for the file's name in messages. Raises RulesError with every mistake.
    """
    return _resolve(Source(label, text))


def open_rules(name_or_path: str | Path) -> Source:
    """The text behind a preset's name, a path, or `-`: standard input.

    Raises InputError where there is none to read.
    """
    if name_or_path == "-":
        return read_typed()
    preset = _preset(name_or_path)
    if preset is not None:
        return preset
    from pathlib import Path

    path = _find(name_or_path, Path())
    if path is None:
        raise InputError(_unknown(str(name_or_path), Path()))
    return read_source(path)


def _preset(name: str | Path) -> Source | None:
    """The text of the preset of that name, if there is one."""
    if isinstance(name, str) and name in preset_names():
        return Source(f"{name}.toml", preset_text(name))
    return None


def _find(name: str | Path, folder: Path | None) -> Path | None:
    """What lies at that path from `folder`, if anything does."""
    if folder is None or not str(name).strip():
        return None
    path = folder / name
    try:
        return path if path.exists() or path.is_symlink() else None
    except PermissionError:
        return path  # reading it says why it cannot be read
    except (OSError, ValueError):
        return None


def _unknown(name: str, folder: Path | None) -> str:
    """That no rules are called so, with the nearest name that some are."""
    names = preset_names()
    hint = suggestion(name, [*names, *_neighbours(name, folder)])
    allowed = f"{', '.join(names)}, or the path of a rules file"
    return f"no preset and no file called {shown(name)}{hint}; allowed: {allowed}"


def _neighbours(name: str, folder: Path | None) -> list[str]:
    """The rules files beside the one that was meant, spelled as it was."""
    if folder is None:
        return []
    from pathlib import Path

    try:
        return [str(Path(name).with_name(file.name)) for file in (folder / name).parent.glob("*.toml")]
    except (OSError, ValueError):
        return []


def _resolve(top: Source) -> Rules:
    draft = Draft()
    files = _chain(top, draft)
    for depth in reversed(range(len(files))):
        draft.lay(depth, *files[depth])
    return draft.finish(_name(top, files, draft))


def _name(top: Source, files: list[tuple[Source, dict[str, Any]]], draft: Draft) -> str:
    """The name the top file gives itself, else that of the file; a wrong one is noted in any file."""
    names: dict[int, str] = {}
    for depth, (source, table) in enumerate(files):
        try:
            if "name" in table:
                names[depth] = name_value(table["name"])
        except Wrong as wrong:
            draft.problem(depth, source, ("name",), str(wrong))
    stem = top.path.stem if top.path else ""
    return names.get(0) or (stem if stem.isprintable() and stem.strip() else Rules.name)


def _chain(top: Source, draft: Draft) -> list[tuple[Source, dict[str, Any]]]:
    """The file asked for and, one after the other, those it extends."""
    files: list[tuple[Source, dict[str, Any]]] = []
    following: Source | None = top
    while following is not None:
        source = following
        try:
            table = source.table()
        except RulesError as error:
            draft.not_toml(len(files), error)
            break
        files.append((source, table))
        try:
            following = _extended(source, table, [known for known, _ in files])
        except Wrong as wrong:
            draft.problem(len(files) - 1, source, ("extends",), str(wrong))
            break
    return files


def _extended(source: Source, table: dict[str, Any], above: list[Source]) -> Source | None:
    """What a file extends, if anything. Raises Wrong where it cannot be had."""
    if "extends" not in table:
        return None
    name = table["extends"]
    if not isinstance(name, str):
        raise Wrong(f"{shown(name)} is not text; allowed: a preset's name, or a path from this file")
    preset = _preset(name)
    if preset is not None:
        return preset
    folder = source.path.parent if source.path else None
    path = _find(name, folder)
    if path is None:
        raise Wrong(_unknown(name, folder))
    if any(known.path is not None and known.path.samefile(path) for known in above):
        chain = " extends ".join(known.label for known in above)
        raise Wrong(f"{shown(name)} closes a circle ({chain}); allowed: a file that does not extend this one")
    try:
        return read_source(path)
    except InputError as error:
        raise Wrong(str(error)) from None
