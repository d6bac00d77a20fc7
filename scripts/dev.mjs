import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from './lib/install.mjs';
import { cache, inRoot, root } from './lib/paths.mjs';
import { runTool } from './lib/run.mjs';

// `npm run dev`: Vite's development server with hot reload, and the embedded provider behind it on the same origin.
// Flags go to the provider: --reset, --scale N.
await ensureInstalled();

// The provider serves a page that holds an empty configuration document, and fills in what its services are; Vite's
// page takes them over from there.
const host = join(cache, 'dev-host');
mkdirSync(host, { recursive: true });
writeFileSync(
  join(host, 'index.html'),
  '<!doctype html><title>provider</title><script type="application/json" id="configuration">{}</script>\n',
);

const provider = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    inRoot('server', 'main.ts'),
    '--port',
    '0',
    '--ready-json',
    '--dist',
    host,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] },
);
process.on('exit', () => provider.kill());
provider.on('exit', (code) => process.exit(code ?? 1));

const lines = createInterface(provider.stdout);
lines.on('line', (line) => {
  const origin = /^\{"origin":"(?<origin>[^"]+)"/.exec(line)?.groups?.['origin'];
  if (origin) void serve(origin);
  else console.log(line);
});

/** @param {string} origin of the provider */
async function serve(origin) {
  const { code } = await runTool('vite', 'vite', [], { env: { PROVIDER_ORIGIN: origin } });
  process.exit(code);
}
