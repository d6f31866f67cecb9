"""An edition's own words: what it calls a ship, a colony or an encounter, where the law here says it in other words."""

from __future__ import annotations

import re
from collections.abc import Mapping


class Vocabulary:
    """What stands in the law here, word by word or phrase by phrase, and what an edition says for it."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """`words` has this edition's word by the one used here; longer phrases go before the words in them."""
        self._words = dict(words)
        longest_first = sorted(self._words, key=len, reverse=True)
        self._any = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))})(?![\w-])", re.IGNORECASE)
        self._said: dict[str, str] = {}
        self._back: Vocabulary | None = None

    def say(self, text: str) -> str:
        """A text in the words of the edition; what begins with a capital letter still does."""
        said = self._said.get(text)
        if said is None:
            said = self._said[text] = self._any.sub(self._word, text)
        return said

    def _word(self, found: re.Match[str]) -> str:
        word = found[0]
        own = self._words[word.lower()]
        return own[0].upper() + own[1:] if word[0].isupper() else own

    def fill(self, part: object) -> object:
        """What is put into a sentence: a phrase such as `3 ships` in the edition's words.

        A single word is a name, and what stands in quotes was said by a player.
        """
        return self.say(part) if isinstance(part, str) and " " in part and part[0] != '"' else part

    def back(self, text: str) -> str:
        """A text of the edition in the words of the law here, as far as its words tell which they stand for."""
        if self._back is None:
            self._back = Vocabulary({own.lower(): word for word, own in self._words.items()})
        return self._back.say(text)
