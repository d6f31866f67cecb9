// Small and plain: without it every page works by its forms. Types are said in comments.
"use strict";

/** The ruling is asked for again a moment after the sheet was touched; an answer that comes late is dropped. */
function liveSheet(/** @type {HTMLFormElement} */ form) {
  const out = /** @type {HTMLElement} */ (document.getElementById("ruling"));
  const bar = /** @type {HTMLAnchorElement} */ (document.getElementById("bar"));
  const button = document.getElementById("rule"); // where an account is told there is none, and the form is sent
  const live = form.dataset.live || form.action;
  let asked = 0, timer = 0;
  if (button) button.hidden = true;

  function query() {
    const said = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (value !== "" || name === "o" || name === "d") said.append(name, String(value));
    }
    return said.toString();
  }

  function tell() {
    const verdict = /** @type {HTMLElement|null} */ (out.querySelector("[data-short]"));
    bar.hidden = !verdict;
    bar.textContent = verdict ? verdict.dataset.short || "" : "";
    const mains = new Set(["o", "d"].map((side) => new FormData(form).get(side)));
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".ally"))) {
      row.classList.toggle("main", mains.has(row.dataset.place || ""));
    }
  }

  async function rule() {
    const mine = ++asked, said = query();
    try {
      const answer = await fetch(live + "/ruling?" + said, { headers: { "X-Part": "ruling" } });
      const text = await answer.text();
      if (mine !== asked) return;
      if (!answer.ok) { bar.hidden = false; bar.textContent = text; return; }
      out.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
      sharing();
      if (button) history.replaceState(null, "", live + "?" + said);
    } catch (_) { /* the network is away: the next touch asks again */ }
    tell();
  }

  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(rule, 120); });
  if (button) form.addEventListener("submit", (event) => { event.preventDefault(); rule(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) rule(); });
  tell();
}

/** Events say only which version there is; a page of another version is fetched anew, unless something was typed. */
function liveTable(/** @type {string} */ room, /** @type {string} */ version) {
  const url = "/" + room + "/version";
  /** @type {EventSource|null} */ let events = null;
  let asked = 0;
  let leaving = false; // a form or a link is under way: to load this page again would stop it

  function busy() {
    const at = document.activeElement;
    const typed = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("form input, form select, form textarea"))]
      .some((one) => one.type !== "hidden" && one.value !== one.defaultValue && one.tagName !== "SELECT");
    return typed || !!document.querySelector("[data-keep]") || (at instanceof HTMLInputElement && at.type === "text");
  }
  function heard(/** @type {string} */ now) {
    if (now === version || leaving) return;
    const news = document.getElementById("news");
    if (busy() && news) { news.hidden = false; return; }
    refresh();
  }
  /** The page as it is now, put in the place of this one; while the network is away, this one stays. */
  async function refresh() {
    const mine = ++asked, page = new URL(location.href);
    page.searchParams.delete("done"); // what was said of an act of this phone is not said again
    page.hash = "";
    try {
      const answer = await fetch(page);
      if (mine !== asked || leaving) return;
      if (answer.status === 429 || answer.status === 503) { setTimeout(look, 2000); return; }
      if (!answer.ok) { location.assign("/" + room + (page.pathname.includes("/quarrel/") ? "/disputes" : "/table")); return; }
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      const main = made.querySelector("main"), old = document.querySelector("main");
      if (mine !== asked || leaving || busy() || !main || !old) return;
      old.replaceWith(main);
      document.title = made.title;
      version = made.body.dataset.version || version;
      history.replaceState(null, "", page);
      dressed();
    } catch (_) { /* the next event, or who looks at the phone, asks again */ }
  }
  async function look() {
    try { const answer = await fetch(url); if (answer.ok) heard((await answer.text()).trim()); } catch (_) { /* asleep */ }
  }
  function listen() {
    if (events) events.close();
    events = new EventSource("/" + room + "/events");
    events.onmessage = (event) => heard(event.data);
  }
  function leave() { leaving = true; setTimeout(() => { leaving = false; look(); }, 4000); }
  document.addEventListener("submit", leave);
  window.addEventListener("beforeunload", () => { leaving = true; });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") { look(); listen(); awake(); } else if (events) { events.close(); events = null; }
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { look(); listen(); } });
  window.addEventListener("online", () => { look(); listen(); });
  window.addEventListener("pagehide", () => { if (events) events.close(); });
  listen();
  awake();
}

/** The screen stays on while the table is shown, where the browser allows it (a secure context). */
function awake() {
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
}

/** A line of a result that is held down opens the page on which it is told differently. */
function holding() {
  let timer = 0, x = 0, y = 0;
  const stop = (/** @type {Event} */ event) => {
    if (event instanceof PointerEvent && event.type === "pointermove" && Math.hypot(event.x - x, event.y - y) < 10) return;
    clearTimeout(timer);
  };
  document.addEventListener("pointerdown", (event) => {
    const at = event.target instanceof Element ? event.target.closest("[data-differ]") : null;
    const link = at && /** @type {HTMLAnchorElement|null} */ (document.querySelector("a.differ"));
    x = event.x; y = event.y;
    if (link) timer = setTimeout(() => { location.href = link.href; }, 600);
  });
  for (const name of ["pointerup", "pointermove", "pointercancel", "scroll"]) document.addEventListener(name, stop);
}

/** The minute of a deal: the server says what is left, the phone counts on from there. Nothing is decided by it. */
function counting(/** @type {HTMLElement} */ clock) {
  const began = performance.now(), shows = /** @type {HTMLElement} */ (clock.querySelector("b"));
  const tick = () => {
    const left = Math.round(Number(clock.dataset.left) - (performance.now() - began) / 1000);
    shows.textContent = left > 0 ? (clock.dataset.text || "").replace("0", String(left)) : clock.dataset.over || "";
    if (left > 0 && clock.isConnected) setTimeout(tick, 500);
  };
  tick();
}

/** A slip goes out by the phone's own share sheet where there is one (a secure context), else by copying it. */
function sharing() {
  const text = (/** @type {HTMLElement} */ one) => /** @type {HTMLTextAreaElement} */ (document.querySelector(one.dataset.share || one.dataset.copy || ""));
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    one.hidden = !navigator.share;
    one.onclick = () => navigator.share({ text: text(one).value, url: one.dataset.link }).catch(() => {});
  }
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
    one.hidden = false;
    one.onclick = () => { text(one).select(); document.execCommand("copy"); };
  }
}

/** What a page that has just come needs besides. */
function dressed() {
  sharing();
  const clock = /** @type {HTMLElement|null} */ (document.querySelector(".clock"));
  if (clock) counting(clock);
}

holding();
dressed();
const sheet = document.getElementById("sheet");
if (sheet instanceof HTMLFormElement) liveSheet(sheet);
const { room, version } = document.body.dataset;
if (room && version) liveTable(room, version);
