import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const node = { console: "readonly", process: "readonly", fetch: "readonly", setTimeout: "readonly", clearTimeout: "readonly", URL: "readonly", Buffer: "readonly" };

export default defineConfig(
  globalIgnores(["dist", "build", ".tools", ".venv", "tests/subjects", "**/node_modules"]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { "max-lines": ["error", 400], complexity: ["error", 12] },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: node } },
);
