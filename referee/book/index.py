"""The index of clauses, kept between calls, so that a question costs no reading of all the books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from referee.book import statements, wordings
from referee.book.books import Books
from referee.book.cache import Cache, kept, stamp, state
from referee.book.files import as_written, read_toml
from referee.book.loader import Rulebase
from referee.book.search import Index, thesaurus
from referee.errors import RulebaseError

MAIN = ("consolidated", "ffg2018")  # what answers by default; elsewhere, where the edition's own book is silent
# The modules whose code an index rests on.
_READERS = (
    *("search.py", "statements.py", "statement_answers.py", "verdicts.py", "asking.py", "reckoned.py"),
    *("wording.py", "wordings.py", "agreement.py"),
)
_PART = "index"  # what it is called in its file
_AT_ONCE = 8  # so many are held in memory: one for each book, and some from before a file was changed


def books_for(rulebase: Rulebase) -> tuple[str, ...]:
    """The books whose clauses answer in an edition."""
    return MAIN if rulebase.book == MAIN[0] else (rulebase.book,)


def answer_files(rulebase: Rulebase) -> list[Path]:
    """The files of the statements that answer questions, in the order of their names."""
    return sorted((rulebase.folder / "answers").glob("*.toml"))


def fact_files(rulebase: Rulebase) -> list[Path]:
    """The files of the facts from which yes, no and numbers follow, in the order of their names."""
    return sorted((rulebase.folder / "facts").glob("*.toml"))


def _answered(rulebase: Rulebase) -> list[Path]:
    """The files of the questions whose answers are known, in the order of their names."""
    return sorted((rulebase.folder / "wordings").glob("*.toml"))


def index(rulebase: Rulebase, folder: Path | None, names: Sequence[str] = MAIN) -> Index:
    """The index of these books, from the cache in a folder or made anew (and kept there if that can be)."""
    key = stamp(_sources(rulebase, names))
    if folder is None:
        return _built(rulebase, tuple(names), key)
    path = folder / f"ask-{names[0]}.json"
    found = _read(path, key, state(path))
    if found is None:
        found = build(rulebase, names)
        kept(path, _PART, key, found.to_data)
    return found


@lru_cache(maxsize=_AT_ONCE)
def _built(rulebase: Rulebase, names: tuple[str, ...], _sources_as_they_are: str) -> Index:
    """The index where none can be kept, made once in a process as long as its sources stay as they are."""
    return build(rulebase, names)


@lru_cache(maxsize=_AT_ONCE)
def _read(path: Path, key: str, _as_it_is: tuple[int, ...]) -> Index | None:
    """The index that is kept, read once in a process as long as its file stays as it is; None if there is none."""
    try:
        return Index.from_data(Cache(path).find(_PART, key) or {})
    except (ValueError, KeyError, TypeError):
        return None


def build(rulebase: Rulebase, names: Sequence[str] = MAIN) -> Index:
    """The index of some books made anew, the first book's clauses before the others'.

    What players ask was gathered by the clauses of the main books: in other books, what says much the same answers it.
    """
    books = Books(rulebase)
    clauses = [clause for book in names for clause in books.clauses(book).values()]
    questions: dict[str, Sequence[str]] = {
        f"{book} {id}": found for book in dict.fromkeys((*names, *MAIN)) for id, found in books.asked(book).items()
    }
    for clause in clauses if names[0] != MAIN[0] else ():
        for other in (*clause.same_as, *clause.covers, *clause.within, *clause.near):
            questions[clause.full_id] = (*questions.get(clause.full_id, ()), *questions.get(other, ()))
    said = statements.read(answer_files(rulebase), names, fact_files(rulebase))
    of = {*questions, *(statement.id for statement in said.all)}
    known = [wording for wording in wordings.read(_answered(rulebase)) if wording.of in of]
    return Index(clauses, thesaurus(rulebase), questions, said, known)


class Matter(NamedTuple):
    """A statement that is told where its words stand in a claim, and the disputable point that it hangs on, if any.

    If `is_of_ruling`, its words mean it only where the ruling rests on one of its clauses, or on its point. `of` is the
    statement that answers questions whose sentence it tells, if it has none of its own.
    """

    statement: statements.Statement
    question: str = ""
    is_of_ruling: bool = False
    of: str = ""


def spoken_of(text: str, rulebase: Rulebase, folder: Path | None) -> list[Matter]:
    """What the books of an edition have on what players claim, by the words of their claims.

    The matters are those of `claims.toml`, cited by the clauses of the edition's own books alone, and those that no
    document has anything on; the rarest words come first.
    """
    names = books_for(rulebase)
    told, matters = claims(rulebase)
    found = index(rulebase, folder, names).spoken_of(text, told)
    books = Books(rulebase)
    own = [(one, _of_books(one.cites, names, books)) for one in found]
    cited = (one._replace(cites=cites) for one, cites in own if cites or not one.cites)
    return [matters[one.id]._replace(statement=_owned(one, matters[one.id], rulebase, folder)) for one in cited]


def _owned(one: statements.Statement, matter: Matter, rulebase: Rulebase, folder: Path | None) -> statements.Statement:
    """A statement with its sentence, which it has of its own or of the one that answers questions (`Matter.of`)."""
    if not matter.of:
        return one
    for names in dict.fromkeys((books_for(rulebase), MAIN)):
        answering = index(rulebase, folder, names).statements.all
        says = next((other.says for other in answering if other.id == matter.of), "")
        if says:
            return one._replace(says=says)
    raise RulebaseError(f"{rulebase.folder / 'claims.toml'}:1", f"[{one.id}] is of no statement: {matter.of}")


def claims(rulebase: Rulebase) -> tuple[statements.Statements, dict[str, Matter]]:
    """What is told where its words stand in a claim, of all books, and each as a matter, by the statements' ids.

    Raises RulebaseError for what is no statement, with its file.
    """
    path, words = rulebase.folder / "claims.toml", rulebase.folder / "answers" / statements.WORDS
    return _claims(path, words, (state(path), state(words))) if as_written() else _claims.__wrapped__(path, words, ())


@lru_cache(maxsize=2)
def _claims(
    path: Path, words: Path, _as_they_are: tuple[tuple[int, ...], ...]
) -> tuple[statements.Statements, dict[str, Matter]]:
    """These, read once in a process as long as their files stay as they are."""
    entries = {id: {"claimed": (), "says": entry.get("of"), **entry} for id, entry in read_toml(path).items()}
    own = {
        id: (str(entry.pop("question", "")), bool(entry.pop("ruled", False)), str(entry.pop("of", "")))
        for id, entry in entries.items()
    }
    told = statements.spoken_of(entries, read_toml(words), path)
    return told, {one.id: Matter(one, *own[one.id]) for one in told.all}


def _of_books(cites: Mapping[str, str], names: Sequence[str], books: Books) -> dict[str, str]:
    """The clauses of these books among some, or else those of theirs that say the same; each with its anchor."""
    own = {cite: anchor for cite, anchor in cites.items() if cite.split()[0] in names}
    if own:
        return own
    clauses = [books.clauses(book)[id] for book, id in (cite.split() for cite in cites)]
    same = dict.fromkeys(other for clause in clauses for other in clause.same_as if other.split()[0] in names)
    return dict.fromkeys(same, "")


def _sources(rulebase: Rulebase, names: Sequence[str]) -> Iterator[Path]:
    """All files that an index is made from, the code too."""
    yield from (rulebase.folder / "thesaurus.toml", Path(__file__))
    yield from (Path(__file__).with_name(name) for name in _READERS)
    yield from answer_files(rulebase)
    yield from fact_files(rulebase)
    yield from _answered(rulebase)
    for book in dict.fromkeys((*names, *MAIN)):
        yield from (rulebase.folder / "books" / book).iterdir()
        yield from (rulebase.folder / "asked" / book).glob("*.toml")
