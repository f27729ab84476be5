// Formats scripts in place with TypeScript's own formatter, or (--check) names those that would change: see tools/format.py.
// @ts-check
const fs = require("fs");
const ts = require("typescript");

/** @param {string} file @param {string} text */
function formatted(file, text) {
  const host = {
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    /** @param {string} name */
    getScriptSnapshot: (name) => (name === file ? ts.ScriptSnapshot.fromString(text) : undefined),
    getCurrentDirectory: () => ".",
    getCompilationSettings: () => ({ allowJs: true }),
    getDefaultLibFileName: () => "",
  };
  const style = { ...ts.getDefaultFormatCodeSettings("\n"), indentSize: 2, tabSize: 2, convertTabsToSpaces: true };
  const edits = ts.createLanguageService(host).getFormattingEditsForDocument(file, style);
  for (const { span, newText } of edits.reverse()) text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
  return text;
}

const check = process.argv[2] === "--check";
for (const file of process.argv.slice(check ? 3 : 2)) {
  const text = fs.readFileSync(file, "utf8");
  const better = formatted(file, text);
  if (better === text) continue;
  console.log(file);
  if (!check) fs.writeFileSync(file, better);
}
