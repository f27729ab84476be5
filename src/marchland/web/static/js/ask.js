// Asking in plain words: answers come while one types. Without this script the form goes off and brings a page with the same answers.
// @ts-check

const PAUSE = 180;

/**
 * What fits is shown in the place that the form names (`data-into`), and stands instead of what it names beside that (`data-instead`).
 * @param {HTMLFormElement} form
 */
function listen(form) {
  const field = form.querySelector("input");
  const into = document.getElementById(form.dataset.into ?? "");
  if (!field || !into) return;
  const instead = document.getElementById(form.dataset.instead ?? "");
  let waiting = 0;
  let asked = field.value.trim();

  /** @param {string} html */
  const show = (html) => {
    into.innerHTML = html;
    if (instead) instead.hidden = Boolean(html);
  };
  const ask = async () => {
    clearTimeout(waiting);
    const words = field.value.trim();
    if (words === asked) return;
    asked = words;
    const html = words ? await fetched(form, words) : "";
    if (words === asked && html !== null) show(html);
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, field.value.trim() ? PAUSE : 0);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  // Whoever wants to see a rule in its list must find the list there.
  if (instead) document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("a[data-rule]"))) return;
    field.value = asked = "";
    show("");
  }, { capture: true });
}

/**
 * @param {HTMLFormElement} form
 * @param {string} words
 */
async function fetched(form, words) {
  const answer = await fetch(`${form.dataset.search}?${new URLSearchParams({ q: words })}`).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("form[data-search]");
for (const form of forms) listen(form);
