import './lib/node-version.mjs';
import { cpSync, rmSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/paths.mjs';
import { runTool } from './lib/run.mjs';

// `npm run build:server`: compiles the provider into `dist-server/`. It then runs with the packages of `dependencies` alone.
await ensureInstalled();
rmSync(inRoot('dist-server'), { recursive: true, force: true });
const { code } = await runTool('typescript', 'tsc', ['--project', 'tsconfig.server-build.json']);
process.exitCode = code;
if (code === 0) {
  cpSync(inRoot('server'), inRoot('dist-server'), {
    recursive: true,
    filter: (source) => !/\.ts$|tsconfig\.json$/.test(source),
  });
}
