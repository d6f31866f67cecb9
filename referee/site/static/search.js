// Finds clauses by what a player asks, with the index beside it and no server. It ranks as `referee ask` does
// (referee/book/search.py): words in one form, two in a row, what phrases of the thesaurus mean, and the known questions.
"use strict";

const loaded = {};
const waiting = {};

/** Called by each file of the index with what it holds. */
function searchIn(name, data) {
  loaded[name] = data;
  if (waiting[name]) waiting[name].forEach((go) => go(data));
}

/** What a file of the index holds: read as a script, since a page that is opened from a folder may read nothing else. */
function index(name) {
  if (loaded[name]) return Promise.resolve(loaded[name]);
  return new Promise((go) => {
    if (waiting[name]) return waiting[name].push(go);
    waiting[name] = [go];
    const script = document.createElement("script");
    script.src = "search/" + name + ".js";
    document.head.append(script);
  });
}

// -- a text as words -----------------------------------------------------------------------------------------------

/** A word without its ending, the same for all forms of most words. */
function stem(word) {
  const ends = (...endings) => endings.some((ending) => word.endsWith(ending));
  if (word.length > 3) {
    if (ends("ies", "ied", "ches", "shes", "sses", "xes")) word = word.slice(0, -2);
    else if (word.endsWith("s") && !ends("ss", "us", "is")) word = word.slice(0, -1);
    if (word.endsWith("ing") && word.length > 5) word = word.slice(0, -3);
    else if (word.endsWith("ed") && word.length > 4 && !word.endsWith("eed")) word = word.slice(0, -2);
    if (word.length > 3 && word.endsWith("e")) word = word.slice(0, -1);
  }
  if (word.endsWith("y") && word.length > 2) word = word.slice(0, -1) + "i";
  if (word.length > 3 && word.at(-1) === word.at(-2)) word = word.slice(0, -1);
  return word;
}

class Words {
  constructor(data) {
    this.data = data;
    for (const list of ["skip", "stop", "known"]) data[list] = new Set(data[list]);
    const short = Object.keys(data.hurried).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    this.hurry = new RegExp("(?<![\\w'])(?:" + short.join("|") + ")(?![\\w'])", "g");
    this.byConcept = data.phrases.map(([concept, weight, items]) => ({
      concept, weight, items: items.map(([fits, gap]) => ({ fits: new Set(fits), gap })),
    }));
  }

  form(word) {
    const { same, skip } = this.data;
    const own = (key) => (Object.hasOwn(same, key) ? same[key] : "");
    const other = own(word) || own(word.replace(/s$/, "")) || word;
    return skip.has(other) ? other : stem(other);
  }

  raw(text) {
    text = text.toLowerCase().replaceAll("’", "'");
    for (const [short, long] of this.data.contracted) text = text.replaceAll(short, long);
    text = text.replace(this.hurry, (found) => this.data.hurried[found]);
    text = text.replaceAll(" - ", " ; ").replace(/[—–]/g, " ; ").replace(/'s\b|'/g, " ");
    return text.match(/\d+(?:st|nd|rd|th)\b|\+?\d+|[a-z]+|[.?!;:]/g) || [];
  }

  read(raw) {
    return raw.filter((word) => !this.data.skip.has(word))
      .map((word) => (/^[.?!;:]$/.test(word) ? "." : this.form(word)));
  }

  /** An unknown word as the known one that it was meant to be, if there is one close enough. */
  correct(word) {
    const { known } = this.data;
    if (word.length < 5 || known.has(word) || known.has(word.replace(/s$/, "")) || !/^[a-z]+$/.test(word)) return word;
    let best = word, most = 0.84;
    for (const other of known) {
      if (other.length < 4 || other[0] !== word[0] || Math.abs(other.length - word.length) > 2) continue;
      const alike = 2 * inCommon(word, other) / (word.length + other.length);
      if (alike >= most) [best, most] = [other, alike]; // of two alike the later one, as Python's difflib has it
    }
    return stem(best) === stem(word) ? word : best;
  }

  /** The concepts that some words mean, and how surely: less where a gap is wide. */
  concepts(words) {
    const found = {};
    words.forEach((_, start) => {
      for (const { concept, weight, items } of this.byConcept) {
        const sure = meant(words, start, items);
        if (sure) found[concept] = Math.max(found[concept] || 0, sure * weight);
      }
    });
    return found;
  }
}

const GAP = 4; // words that may stand in a gap of a phrase
const fits = (word, set) => set.has(word) || (set.has("#") && /^\d+$/.test(word));

function meant(words, start, items) {
  if (!fits(words[start], items[0].fits)) return 0;
  let at = start + 1;
  for (const item of items.slice(1)) {
    let last = Math.min(words.length, at + (item.gap ? GAP : 0) + 1);
    for (; at < last && !fits(words[at], item.fits); at++) {
      if (words[at] === ".") return 0;
      if (words[at] === "own" && last < words.length) last++;
    }
    if (at >= last) return 0;
    at++;
  }
  return 1 / (1 + 0.1 * (at - start - items.length));
}

/** How many letters two words have in common, in order. */
function inCommon(one, other) {
  let row = new Array(other.length + 1).fill(0);
  for (const letter of one) {
    const next = [0];
    for (let at = 0; at < other.length; at++) {
      next.push(letter === other[at] ? row[at] + 1 : Math.max(row[at + 1], next[at]));
    }
    row = next;
  }
  return row.at(-1);
}

// -- finding -------------------------------------------------------------------------------------------------------

/** Lets the clauses come up that answer the known questions which are nearest to one. */
function lift(known, terms, scores) {
  const alike = new Map();
  let length = 0, most = 0;
  for (const [term, share] of Object.entries(terms)) {
    const rare = Object.hasOwn(known.rare, term) ? known.rare[term] : null;
    const weight = share * (rare === null ? known.unheard : rare);
    length += weight * weight;
    if (rare) for (const place of known.places[term]) alike.set(place, (alike.get(place) || 0) + weight * share * rare);
  }
  for (const score of alike.values()) most = Math.max(most, score);
  const nearest = [...alike].filter(([, score]) => score > known.far * most)
    .map(([place, score]) => [score / (known.lengths[place] * Math.sqrt(length)), place])
    .sort((a, b) => b[0] - a[0] || b[1] - a[1]).slice(0, known.few);
  const gained = new Map();
  for (const [likeness, place] of nearest) {
    const home = known.homes[place];
    if (home >= 0) gained.set(home, (gained.get(home) || 0) + likeness ** known.sharply);
  }
  const best = Math.max(0, ...scores.values()) * known.nearest;
  for (const [home, weight] of gained) {
    scores.set(home, (scores.get(home) || 0) + best * Math.min(1, weight ** (1 / known.sharply)));
  }
}

/** The clauses that answer a question, best first. */
function ranked(data, question) {
  const words = data.words || (data.words = new Words(data));
  const read = words.read(words.raw(question).map((word) => words.correct(word)));
  const { shares, postings, stop } = data;
  const terms = {};
  for (const [concept, sure] of Object.entries(words.concepts(read))) terms[concept] = shares.concept * sure;
  const plain = read.filter((word) => word !== ".");
  for (const word of plain) {
    if (stop.has(word)) terms["~" + word] = shares.turn;
    else terms[word] = 1;
  }
  plain.slice(1).forEach((word, at) => { terms[plain[at] + " " + word] = shares.pair; });
  const scores = new Map();
  let isHeard = false;
  for (const [term, share] of Object.entries(terms)) {
    const found = Object.hasOwn(postings, term) ? postings[term] : [];
    isHeard ||= found.length > 0 && term[0] !== "~";
    for (let at = 0; at < found.length; at += 2) {
      scores.set(found[at], (scores.get(found[at]) || 0) + share * found[at + 1]);
    }
  }
  if (!isHeard) return [];
  lift(data.wordings, terms, scores);
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([place]) => data.clauses[place]);
}

/** What has the words of a search in its name: sheets, cards, points, headings; and what has it for an id. */
function named(names, asked) {
  const id = asked.trim().replace(/\s+/g, " ");
  const clause = names.clauses[id.toLowerCase()] || names.clauses["consolidated " + id.toLowerCase()];
  const found = clause ? [[id, clause]] : [];
  if (names.cases.includes(id.toUpperCase())) found.push([id.toUpperCase(), "cases/" + id.toUpperCase() + ".html"]);
  const plain = (text) => text.toLowerCase().match(/[a-z0-9+]+/g) || [];
  const wanted = plain(asked);
  if (!wanted.length) return found;
  const hits = names.names.filter(([says]) => {
    const words = plain(says);
    return wanted.every((word) => words.some((other) => other.startsWith(word)));
  });
  return found.concat(hits.sort((a, b) => a[0].length - b[0].length).slice(0, 8));
}

/** Both lists for a question, as the tests ask for them too. */
async function search(question, book) {
  const [data, names] = await Promise.all([index(book || "main"), index("names")]);
  return { named: named(names, question), clauses: ranked(data, question) };
}

// -- the page ------------------------------------------------------------------------------------------------------

const SHOWN = 20;

function item(says, place, more) {
  const li = document.createElement("li"), a = document.createElement("a");
  a.href = place;
  a.textContent = says;
  li.append(a);
  if (more) {
    const p = document.createElement("p");
    p.textContent = more;
    li.append(p);
  }
  return li;
}

async function show() {
  const form = document.getElementById("search"), asked = form.elements.q.value;
  const found = asked.trim() ? await search(asked, form.elements.book.value) : { named: [], clauses: [] };
  if (asked !== form.elements.q.value) return; // typed on meanwhile
  const byName = document.getElementById("by-name"), clauses = document.getElementById("by-words");
  byName.replaceChildren(...found.named.map(([says, place]) => item(says, place)));
  const best = found.clauses.slice(0, SHOWN);
  clauses.replaceChildren(...best.map(([id, place, says]) => item(id, place, says)));
  byName.parentElement.hidden = !found.named.length;
  clauses.parentElement.hidden = !best.length;
  const count = best.length + found.named.length;
  document.getElementById("told").textContent = !asked.trim() ? "" : count ? count + " found" : "Nothing found.";
}

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("search"), given = new URLSearchParams(location.search);
  form.hidden = false;
  form.elements.q.value = given.get("q") || "";
  if (given.get("book")) form.elements.book.value = given.get("book");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", "?" + new URLSearchParams(new FormData(form)));
    show();
  });
  form.addEventListener("input", show);
  show();
});
