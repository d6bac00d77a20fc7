import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './file-lock.mjs';
import { npm } from './npm.mjs';
import { cache, inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** The same as `engines` of package.json. */
export const OLDEST = '22.19';
/** The oldest Node that can read the scripts, and so can hand over. */
const OLDEST_TO_HAND_OVER = '20.19';

const LONGEST_INSTALLATION_MS = 600_000;

/**
 * A package of the registry with a program of Node for one system. `node-packages.json` has the newest of each system.
 *
 * @typedef {{ readonly package: string, readonly version: string, readonly integrity: string }} NodePackage
 */

/**
 * @param {string} version
 * @param {string} oldest two numbers
 */
export function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * The program of a Node that this project can run on: this one, or a newer one that is fetched into the folder `.node` of
 * the clone.
 *
 * @returns {Promise<string>}
 * @throws {NoNodeError}
 */
export async function ensureNode() {
  const { node } = process.versions;
  if (isAtLeast(node, OLDEST)) return process.execPath;
  if (!isAtLeast(node, OLDEST_TO_HAND_OVER)) throw new NoNodeError(`Node ${node} is too old.`);

  const wanted = packageOf(`${process.platform}-${process.arch}`);
  if (wanted === undefined) {
    throw new NoNodeError(`Node ${node} is too old, and the registry has none for this system.`);
  }
  const folder = inRoot('.node', wanted.version);
  const program = join(folder, ...programOf(wanted));
  if (existsSync(program)) return program;
  return withLock(join(cache, 'node.lock'), `installing Node ${wanted.version}`, async () => {
    if (existsSync(program)) return program;
    console.error(
      `Node ${node} is older than ${OLDEST}. Installing Node ${wanted.version} into .node, for this clone alone …`,
    );
    await install(wanted, folder);
    return program;
  });
}

/** There is no Node that this project can run on. */
export class NoNodeError extends Error {
  /** @override */
  name = 'NoNodeError';

  /** @param {string} reason */
  constructor(reason) {
    super(`${reason} This project needs Node ${OLDEST} or later: install one, and try again.`);
  }
}

/**
 * @param {string} system
 * @returns {NodePackage | undefined}
 */
function packageOf(system) {
  const text = readFileSync(inRoot('scripts', 'lib', 'node-packages.json'), 'utf8');
  const { systems } = /** @type {{ systems: Record<string, NodePackage> }} */ (JSON.parse(text));
  return Object.hasOwn(systems, system) ? systems[system] : undefined;
}

/** @param {NodePackage} wanted */
const programOf = (wanted) => [
  'node_modules',
  wanted.package,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
];

/**
 * @param {NodePackage} wanted
 * @param {string} folder
 */
async function install(wanted, folder) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const { package: name, version, integrity } = wanted;
  const dependencies = { [name]: version };
  // npm compares the package with the hash in the lock file.
  const lock = {
    lockfileVersion: 3,
    requires: true,
    packages: { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } },
  };
  writeFileSync(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(fresh, 'package-lock.json'), JSON.stringify(lock));
  const { code, output } = await npm(
    [
      'ci',
      `--prefix=${fresh}`,
      '--ignore-scripts',
      '--prefer-offline',
      '--loglevel=error',
      '--fetch-retries=1',
      '--fetch-retry-mintimeout=1000',
      '--no-audit',
      '--no-fund',
    ],
    { quiet: true, limit: LONGEST_INSTALLATION_MS },
  );
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new NoNodeError(`Node ${version} could not be fetched from the registry (${reasonOf(output)}).`);
  }
  const program = join(fresh, ...programOf(wanted));
  const { output: started } = await run(program, ['--version'], { quiet: true });
  if (started.trim() !== `v${version}`) {
    rmSync(fresh, { recursive: true, force: true });
    throw new NoNodeError(`Node ${version} does not run on this system.`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(fresh, folder);
}

/**
 * The code and the first sentence of what npm said.
 *
 * @param {string} output
 */
function reasonOf(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim());
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length);
  const sentence = lines.find((line) => line !== '' && !/^(?:code|errno|syscall|path) /.test(line));
  return [code, sentence].filter(Boolean).join(': ') || 'npm did not say why';
}
