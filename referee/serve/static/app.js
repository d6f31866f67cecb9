// Small and plain: without it every page works by its forms. Types are said in comments.
"use strict";

/** The ruling is asked for again a moment after the sheet was touched; an answer that comes late is dropped. */
function liveSheet(/** @type {HTMLFormElement} */ form) {
  const out = /** @type {HTMLElement} */ (document.getElementById("ruling"));
  const bar = /** @type {HTMLAnchorElement} */ (document.getElementById("bar"));
  const button = /** @type {HTMLElement} */ (document.getElementById("rule"));
  let asked = 0, timer = 0;
  button.hidden = true;

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
      const answer = await fetch(form.action + "/ruling?" + said, { headers: { "X-Part": "ruling" } });
      const text = await answer.text();
      if (mine !== asked) return;
      if (!answer.ok) { bar.hidden = false; bar.textContent = text; return; }
      out.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
      history.replaceState(null, "", form.action + "?" + said);
    } catch (_) { /* the network is away: the next touch asks again */ }
    tell();
  }

  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(rule, 120); });
  form.addEventListener("submit", (event) => { event.preventDefault(); rule(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) rule(); });
  tell();
}

/** Events say only which version there is; a page of another version is fetched anew, unless something was typed. */
function liveTable(/** @type {string} */ room, /** @type {string} */ version) {
  const news = /** @type {HTMLElement|null} */ (document.getElementById("news"));
  const url = "/" + room + "/version";
  /** @type {EventSource|null} */ let events = null;
  let leaving = false; // a form or a link is under way: to load this page again would stop it

  function busy() {
    const at = document.activeElement;
    const typed = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("form input, form select, form textarea"))]
      .some((one) => one.type !== "hidden" && one.value !== one.defaultValue && one.tagName !== "SELECT");
    return typed || (at instanceof HTMLInputElement && at.type === "text");
  }
  function heard(/** @type {string} */ now) {
    if (now === version || leaving) return;
    if (busy() && news) { news.hidden = false; return; }
    location.reload();
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
    if (document.visibilityState === "visible") { look(); listen(); } else if (events) { events.close(); events = null; }
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { look(); listen(); } });
  window.addEventListener("pagehide", () => { if (events) events.close(); });
  listen();
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
}

const sheet = document.getElementById("sheet");
if (sheet instanceof HTMLFormElement) liveSheet(sheet);
const { room, version } = document.body.dataset;
if (room && version) liveTable(room, version);
