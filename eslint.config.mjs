import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const node = { console: "readonly", process: "readonly", fetch: "readonly", setTimeout: "readonly", clearTimeout: "readonly", URL: "readonly", Buffer: "readonly" };

/** What takes the focus, so that keys go elsewhere than where their user types; one file does, when a click asks for it. */
const FOCUS = [
  'CallExpression[callee.property.name="reveal"]',
  'CallExpression[callee.property.name="show"][arguments.length=0][callee.object.property.name!="item"]',
  'CallExpression[callee.property.name=/^show(Text|Notebook)Document$/]:not(:has(Property[key.name="preserveFocus"][value.value=true]))',
  'Literal[value=/\\.focus$|[.]focus[A-Z]|^markdown[.]showPreview|^workbench[.]view[.]/]',
  'TemplateElement[value.raw=/\\.focus$|[.]focus[A-Z]/]',
].map((selector) => ({ selector, message: "This takes the focus: client/src/window/focus.ts does, when a click asks for it." }));

/** What saves files, which their users may not want; the files that do say when. */
const SAVE = ["save", "saveAll"].map((name) => ({
  selector: `CallExpression[callee.property.name="${name}"][callee.object.property.name!="requests"]`,
  message: "This saves a file: only what its user was asked about, or what a run or an edit of ours needs, is saved.",
}));
const SAVERS = ["candidates/files", "python/requests", "recording/tasks", "testing/saving", "window/edited-files"].map((name) => `client/src/${name}.ts`);

export default defineConfig(
  globalIgnores(["dist", "build", ".tools", ".venv", "tests/subjects", "**/node_modules"]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { "max-lines": ["error", 400], complexity: ["error", 12] },
  },
  {
    files: ["client/src/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...FOCUS, ...SAVE] },
  },
  { files: SAVERS, rules: { "no-restricted-syntax": ["error", ...FOCUS] } },
  { files: ["client/src/window/focus.ts"], rules: { "no-restricted-syntax": ["error", ...SAVE] } },
  { files: ["**/*.mjs"], languageOptions: { globals: node } },
);
