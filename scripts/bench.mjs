// Sets everything up and compares Testloom with Pynguin on pinned public modules; docs/benchmarks.md.
//
//     npm run bench -- --help

import { run } from "./process.mjs";
import { inVenv, root, setUp } from "./setup.mjs";

await setUp();
const command = [inVenv("python"), "-m", "tests.quality", ...process.argv.slice(2)];
const { code } = await run(command, { cwd: root, show: true });
process.exitCode = code;
