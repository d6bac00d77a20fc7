import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from './lib/install.mjs';
import { cache, inRoot, root } from './lib/paths.mjs';
import { toolPath } from './lib/run.mjs';

// `npm run dev`: Vite's development server with hot reload, and the embedded provider behind it on the same origin.
// Flags go to the provider: --reset, --scale N.
const USUAL_PORT = 5173;

await ensureInstalled('everything');

// The provider serves a page with an empty configuration document, and adds its services to it. Vite's page takes them
// from there.
const host = join(cache, 'dev-host');
mkdirSync(host, { recursive: true });
writeFileSync(
  join(host, 'index.html'),
  '<!doctype html><title>provider</title><script type="application/json" id="configuration">{}</script>\n',
);

const port = (await freePort(USUAL_PORT)) ?? (await freePort(0));
const provider = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    inRoot('server', 'main.ts'),
    ...process.argv.slice(2),
    '--port',
    '0',
    '--dist',
    host,
    // Vite serves the page at another origin.
    '--app-origin',
    `http://127.0.0.1:${port}`,
  ],
  { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] },
);
/** The processes that still run. If one ends, the others are ended. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
watch(provider);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => endAll());

/** @param {import('node:child_process').ChildProcess} child */
function watch(child) {
  running.add(child);
  child.on('close', (code) => {
    running.delete(child);
    process.exitCode ??= code ?? 1;
    endAll();
    if (running.size === 0) process.exit();
  });
}

let isEnding = false;
function endAll() {
  // A second signal would end the provider before it has closed its database.
  if (isEnding) return;
  isEnding = true;
  for (const child of running) child.kill();
}

/** @type {string | undefined} */
let origin;
createInterface(provider.stdout).on('line', (line) => {
  const found = /http:\/\/[\w.:[\]-]+:\d+/.exec(line)?.[0];
  if (found && !origin) {
    origin = found;
    serve(found);
  }
  // The provider's address is replaced with Vite's address, which is the one to open.
  console.log(origin ? line.replaceAll(origin, `http://127.0.0.1:${port}`) : line);
});

/** @param {string} providerOrigin */
function serve(providerOrigin) {
  const vite = [toolPath('vite', 'vite'), '--port', String(port), '--strictPort'];
  const env = { ...process.env, PROVIDER_ORIGIN: providerOrigin };
  watch(spawn(process.execPath, vite, { cwd: root, env, stdio: 'inherit' }));
}

/**
 * @param {number} wanted a port, or 0 for any
 * @returns {Promise<number | undefined>} the port if it is free
 */
function freePort(wanted) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
