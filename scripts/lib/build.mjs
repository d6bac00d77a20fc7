import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { withLock } from './file-lock.mjs';
import { cache, inRoot, root } from './paths.mjs';
import { runTool } from './run.mjs';

/** The sources of a build, besides the environment variables. Missing files are skipped. */
const INPUTS = [
  'src',
  'components',
  'public',
  'transcripts',
  'translations',
  'wire',
  'scripts/vite',
  'index.html',
  'vite.config.ts',
  'studio',
  'package-lock.json',
];

/**
 * A fingerprint of everything that a build depends on. Equal fingerprints mean equal builds.
 *
 * @param {Record<string, string | undefined>} environment only its `VITE_` variables count
 * @param {boolean} envFiles whether `.env` files count, too
 * @returns {string} 16 hexadecimal digits
 */
function sourceFingerprint(environment, envFiles) {
  const shared = readdirSync(root).filter((name) => isShared(name) || (envFiles && isEnvFile(name)));
  const variables = Object.keys(environment)
    .filter((name) => name.startsWith('VITE_'))
    .toSorted();
  return fingerprintOf(
    [...INPUTS, ...shared],
    variables.map((name) => `${name}=${environment[name] ?? ''}`),
  );
}

/**
 * @param {readonly string[]} paths files and folders of the project
 * @param {readonly string[]} settings other text that counts
 * @returns {string} 16 hexadecimal digits
 */
function fingerprintOf(paths, settings = []) {
  const hash = createHash('sha256');
  for (const file of paths.toSorted().flatMap((name) => filesUnder(inRoot(name)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  for (const setting of settings) hash.update(`${setting}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} name */
const isShared = (name) => /^tsconfig.*\.json$/.test(name);
/** @param {string} name */
const isEnvFile = (name) => /^\.env(\.|$)/.test(name);

/**
 * @param {string} path
 * @returns {string[]} the files at or under the path, in a fixed order
 */
function filesUnder(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)));
}

/**
 * Compiles the provider into `dist-server/`, unless it was compiled from the same sources. It then runs with the packages
 * of `dependencies` alone, starts faster and needs less memory. The tests check the types.
 *
 * @returns {Promise<string>} the folder
 * @throws {BuildError}
 */
export function ensureServer() {
  const folder = inRoot('dist-server');
  const stamp = join(folder, 'fingerprint');
  return withLock(join(cache, 'dist-server.lock'), 'compiling the provider', async () => {
    const current = fingerprintOf([
      'server',
      ...SHARED_PACKAGES,
      'tsconfig.server.json',
      'tsconfig.server-build.json',
      'package-lock.json',
    ]);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return folder;
    const fresh = join(cache, 'dist-server');
    await compileServer(fresh);
    writeFileSync(join(fresh, 'fingerprint'), current);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return folder;
  });
}

/** @param {string} path */
const isTest = (path) => relative(inRoot('server'), path).split(/[\\/]/)[0] === 'test';

/** The packages of this repository that the provider imports by name. */
export const SHARED_PACKAGES = ['transcripts', 'translations', 'wire'];

/**
 * Compiles the provider into an empty folder. The packages that it shares are in its `node_modules`, so Node finds them before
 * their sources.
 *
 * @param {string} folder
 * @throws {BuildError}
 */
export async function compileServer(folder) {
  rmSync(folder, { recursive: true, force: true });
  const args = ['--project', 'tsconfig.server-build.json', '--noCheck', '--outDir', folder];
  const { code } = await runTool('typescript', 'tsc', args);
  if (code !== 0) throw new BuildError('the provider could not be compiled');
  cpSync(inRoot('server'), join(folder, 'server'), {
    recursive: true,
    filter: (source) => !/\.ts$|(?:tsconfig|package)\.json$/.test(source) && !isTest(source),
  });
  for (const name of SHARED_PACKAGES) {
    const manifest = readManifest(join(name, 'package.json'));
    const target = join(folder, 'node_modules', manifest.name);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(folder, name), target);
    /** @type {Record<string, string>} */
    const exports = {};
    for (const [as, file] of Object.entries(manifest.exports)) {
      const compiled = file.replace('.ts', '.js');
      // Only what the provider uses is compiled.
      if (existsSync(join(target, compiled))) exports[as] = compiled;
    }
    // The provider reads its languages from the files that translators write.
    for (const file of readdirSync(inRoot(name)).filter((each) => each.endsWith('.po'))) {
      cpSync(inRoot(join(name, file)), join(target, file));
    }
    const compiled = { ...manifest, exports, scripts: undefined };
    writeFileSync(join(target, 'package.json'), `${JSON.stringify(compiled, null, 2)}\n`);
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('-entry.js')) compileEntry(join(folder, name));
  }
  // The commands of operators name these two files.
  for (const name of ['main.js', 'admin.js']) {
    writeFileSync(join(folder, name), `import './server/${name}';\n`);
  }
}

/** @param {string} path */
const readManifest = (path) =>
  /** @type {{ name: string, exports: Record<string, string> }} */ (
    JSON.parse(readFileSync(inRoot(path), 'utf8'))
  );

/**
 * Makes the entry of a worker thread import the compiled worker. Before, it loads TypeScript through tsx, which is not
 * there when the provider serves.
 *
 * @param {string} file
 */
function compileEntry(file) {
  const module = /tsImport\('(?<path>[^']+)\.ts'/.exec(readFileSync(file, 'utf8'))?.groups?.['path'];
  if (module === undefined) throw new Error(`${file} loads no worker.`);
  writeFileSync(file, `import '${module}.js';\n`);
}

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

/**
 * Builds the app into a folder with the default configuration, without `VITE_` variables and `.env` files.
 *
 * @param {string} folder
 * @returns {Promise<string>} the fingerprint of its sources
 * @throws {BuildError}
 */
export const buildPlainApp = (folder) => build(folder, {}, false);

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
    ['build', '--config', 'studio/vite.config.ts', '--outDir', outDir],
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
