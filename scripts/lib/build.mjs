import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './file-lock.mjs';
import { cache, inRoot } from './paths.mjs';
import { runTool } from './run.mjs';
import { sourceFingerprint } from './sources.mjs';

const DAY_MS = 86_400_000;

/**
 * Builds the app into `dist/`, unless `dist/` was built from the same sources and variables.
 *
 * @returns {Promise<string>} the folder
 * @throws {BuildError}
 */
export function ensureDist() {
  const dist = inRoot('dist');
  const stamp = join(cache, 'dist.fingerprint');
  return withLock(join(cache, 'dist.lock'), 'building the app', async () => {
    const isCurrent = () =>
      existsSync(join(dist, 'index.html')) &&
      existsSync(stamp) &&
      readFileSync(stamp, 'utf8') === sourceFingerprint(process.env, true);
    if (isCurrent()) return dist;

    console.log('Building the app …');
    const fresh = join(cache, 'dist.new');
    const fingerprint = await build(fresh, process.env, true);
    rmSync(stamp, { force: true });
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    writeFileSync(stamp, fingerprint);
    return dist;
  });
}

/**
 * Builds the app for the browser tests with the default configuration, without `VITE_` variables and `.env` files. Each
 * build has its own folder, named by the fingerprint of its sources. So running tests keep their build while somebody
 * edits and builds again.
 *
 * @returns {Promise<string>} the folder
 * @throws {BuildError}
 */
export function ensureTestDist() {
  const builds = join(cache, 'test-dist');
  mkdirSync(builds, { recursive: true });
  return withLock(join(cache, 'test-dist.lock'), 'building the app for the browser tests', async () => {
    const current = join(builds, sourceFingerprint({}, false));
    if (existsSync(current)) return current;

    removeOldBuilds(builds);
    const fresh = join(cache, 'test-dist.new');
    const folder = join(builds, await build(fresh, {}, false));
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return folder;
  });
}

/** The build failed. Its output was printed. */
export class BuildError extends Error {
  /** @override */
  name = 'BuildError';
}

/**
 * @param {string} outDir
 * @param {Record<string, string | undefined>} environment
 * @param {boolean} envFiles
 * @returns {Promise<string>} the fingerprint of the sources that were built
 */
async function build(outDir, environment, envFiles) {
  const before = sourceFingerprint(environment, envFiles);
  /** @type {Record<string, string | undefined>} */
  const env = { NODE_ENV: 'production', ENV_FILES: envFiles ? undefined : 'off' };
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('VITE_') && environment[name] === undefined) env[name] = undefined;
  }
  for (const args of [
    ['build', '--outDir', outDir, '--emptyOutDir'],
    // The studio is built into the same folder.
    ['build', '--config', 'vite.studio.config.ts', '--outDir', outDir],
  ]) {
    const { code } = await runTool('vite', 'vite', [...args, '--logLevel', 'warn'], { env });
    if (code !== 0) throw new BuildError('the app could not be built');
  }
  // If a file was edited during the build, the fingerprint would be wrong. So it builds again.
  return sourceFingerprint(environment, envFiles) === before ? before : build(outDir, environment, envFiles);
}

/** @param {string} builds */
function removeOldBuilds(builds) {
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name);
    if (Date.now() - statSync(folder).mtimeMs > DAY_MS) rmSync(folder, { recursive: true, force: true });
  }
}
