import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, root } from './paths.mjs';

/** The sources of a build, besides the environment variables. Missing files are skipped. */
const INPUTS = [
  'src',
  'public',
  'scripts/vite',
  'index.html',
  'vite.config.ts',
  'studio/index.html',
  'vite.studio.config.ts',
  'package-lock.json',
];

/**
 * A fingerprint of everything that a build depends on. Equal fingerprints mean equal builds.
 *
 * @param {Record<string, string | undefined>} environment only its `VITE_` variables count
 * @param {boolean} envFiles whether `.env` files count, too
 * @returns {string} 16 hexadecimal digits
 */
export function sourceFingerprint(environment, envFiles) {
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
export function fingerprintOf(paths, settings = []) {
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
