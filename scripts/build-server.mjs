import './lib/node-version.mjs';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/paths.mjs';
import { runTool } from './lib/run.mjs';

// `npm run build:server`: compiles the provider into `dist-server/`. It then runs with the packages of `dependencies` alone.
/** The entries of worker threads. They load TypeScript through tsx, which is not there when the provider serves. */
const ENTRIES = [
  'demo/sounds/worker-entry.js',
  'feeds/read/feed-worker-entry.js',
  'library/read/read-worker-entry.js',
  'pool/srp/power-worker-entry.js',
];

await ensureInstalled();
rmSync(inRoot('dist-server'), { recursive: true, force: true });
const { code } = await runTool('typescript', 'tsc', ['--project', 'tsconfig.server-build.json']);
process.exitCode = code;
if (code === 0) {
  cpSync(inRoot('server'), inRoot('dist-server'), {
    recursive: true,
    filter: (source) => !/\.ts$|tsconfig\.json$/.test(source),
  });
  for (const entry of ENTRIES) compileEntry(inRoot('dist-server', entry));
}

/**
 * Makes an entry import the compiled worker.
 *
 * @param {string} file
 */
function compileEntry(file) {
  const module = /tsImport\('(?<path>[^']+)\.ts'/.exec(readFileSync(file, 'utf8'))?.groups?.['path'];
  if (module === undefined) throw new Error(`${file} loads no worker.`);
  writeFileSync(file, `import '${module}.js';\n`);
}
