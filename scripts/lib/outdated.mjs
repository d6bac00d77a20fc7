import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/**
 * A direct dependency, as package.json and the registry have it.
 *
 * @typedef {{ readonly name: string, readonly installed: string, readonly newest: string, readonly released: number }} Dependency
 */

const DAY_MS = 86_400_000;
/** A package without a release for this long may have nobody who keeps it. */
const LONG_AGO_DAYS = 730;

/**
 * The part of a version that changes with every break: the first number, or before 1.0 the first two.
 *
 * @param {string} version
 */
function lineOf(version) {
  const [major = 0, minor = 0] = version.split('-')[0]?.split('.').map(Number) ?? [];
  return major > 0 ? major * 1000 : minor;
}

/**
 * Why a dependency needs a reason in docs/dependencies.md, or null if it needs none.
 *
 * @param {Dependency} dependency
 * @param {number} now
 */
export function whyReason({ installed, newest, released }, now) {
  if (lineOf(installed) < lineOf(newest)) return `a major behind ${newest}`;
  if (daysOf(released, now) > LONG_AGO_DAYS) return 'no release for two years';
  return null;
}

/**
 * @param {number} released
 * @param {number} now
 */
export const daysOf = (released, now) => Math.floor((now - released) / DAY_MS);

/**
 * The reasons of docs/dependencies.md: lines such as "- `name`, `other`: reason".
 *
 * @param {string} page
 * @returns {ReadonlyMap<string, string>}
 */
export function reasonsIn(page) {
  const lines = page.matchAll(/^- (?<names>`[^:]+`): (?<reason>[^\n]+(?:\n {2}[^\n]+)*)/gm);
  return new Map(
    [...lines].flatMap(({ groups }) =>
      [...(groups?.['names'] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => [
        name,
        (groups?.['reason'] ?? '').replaceAll(/\s+/g, ' '),
      ]),
    ),
  );
}

/**
 * What the root and the other packages of this repository depend on, each once, with its version.
 *
 * @returns {readonly (readonly [string, string])[]}
 */
export function directDependencies() {
  const root = manifestIn('.');
  const manifests = [root, ...(root.workspaces ?? []).map(manifestIn)];
  const all = manifests.flatMap(({ dependencies, optionalDependencies, devDependencies }) =>
    [dependencies, optionalDependencies, devDependencies].flatMap((each) => Object.entries(each ?? {})),
  );
  const own = new Set(manifests.map(({ name }) => name));
  return [...new Map(all.filter(([name]) => !own.has(name)))];
}

/**
 * @typedef {Record<string, string> | undefined} Versions
 * @typedef {{ name: string, workspaces?: string[], dependencies: Versions, optionalDependencies: Versions, devDependencies: Versions }} Manifest
 */

/** @param {string} folder */
const manifestIn = (folder) =>
  /** @type {Manifest} */ (JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')));
