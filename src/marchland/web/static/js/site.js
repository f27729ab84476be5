// What every page does: forms that go off when changed, buttons that copy, notices that fade.
// @ts-check

/**
 * Whether somebody was quicker than this script, and chose before it came.
 * @param {HTMLSelectElement} select
 */
function isChanged(select) {
  const drawn = [...select.options].findIndex((option) => option.defaultSelected);
  return drawn >= 0 && drawn !== select.selectedIndex;
}

/** @type {NodeListOf<HTMLFormElement>} */
const eager = document.querySelectorAll("form[data-submit-on-change]");
for (const form of eager) {
  form.addEventListener("change", () => form.requestSubmit());
  if ([...form.querySelectorAll("select")].some(isChanged)) form.requestSubmit();
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!(button instanceof HTMLElement)) return;
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  // Without TLS (a site in one's own network) browsers have no clipboard but the old one.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
  else document.execCommand("copy");
  const label = button.querySelector("span") ?? button;
  const word = label.textContent;
  label.textContent = button.dataset.copied ?? word;
  setTimeout(() => (label.textContent = word), 2000);
});

for (const copier of document.querySelectorAll("[data-copy]")) copier.removeAttribute("hidden");
for (const fading of document.querySelectorAll("[data-fading]")) setTimeout(() => fading.remove(), 7000);

let silence = 0;

/**
 * Say something at the top of the page for a few seconds.
 * @param {string} text
 */
export function tell(text) {
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => (notice.hidden = true), 5000);
}
