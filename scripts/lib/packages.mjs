import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { inRoot } from './paths.mjs';

/**
 * What is read of a `package.json`.
 *
 * @typedef {Readonly<Record<string, string>>} Versions
 * @typedef {{
 *   readonly name: string,
 *   readonly workspaces?: readonly string[],
 *   readonly scripts: Readonly<Record<string, string>>,
 *   readonly dependencies?: Versions,
 *   readonly optionalDependencies?: Versions,
 *   readonly peerDependencies?: Versions,
 *   readonly devDependencies?: Versions,
 * }} Manifest
 *
 * A package of the repository. The folder of the root is the empty text.
 * @typedef {{ readonly folder: string, readonly manifest: Manifest }} Package
 *
 * An import. `target` is the path of a file of the repository, or the name of a package, perhaps with what follows.
 * @typedef {{ readonly path: string, readonly target: string }} Import
 */

/** The commands. They run before anything is installed, so they are no package. Every package may use them. */
export const COMMANDS = 'scripts';

/** Folders of the root with code. */
const OF_ROOT = ['src', 'test', 'e2e', 'browsers', 'tools', 'harness', 'examples'];

/** @param {string} folder */
const manifestIn = (folder) =>
  /** @type {Manifest} */ (JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')));

/** @returns {readonly Package[]} the root first */
export function allPackages() {
  const root = { folder: '', manifest: manifestIn('.') };
  const others = (root.manifest.workspaces ?? []).map((folder) => ({ folder, manifest: manifestIn(folder) }));
  return [root, ...others];
}

/** @param {string} folder */
const codeUnder = (folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    // The example of the core is a project of its own.
    .filter((path) => /\.[cm]?[jt]sx?$/u.test(path) && !/\/node_modules\/|^core\/example\//u.test(path));

/**
 * The paths of the code of a package.
 *
 * @param {string} folder
 */
export const codeOf = (folder) => (folder === '' ? OF_ROOT.flatMap(codeUnder) : codeUnder(folder));

/**
 * The static imports, re-exports and dynamic imports of a file.
 *
 * @param {string} path
 * @returns {readonly Import[]}
 */
export function importsIn(path) {
  const source = readFileSync(inRoot(path), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const name = /^['"`](?<name>[^'"`$]+)['"`]$/u.exec(source.slice(start, end))?.groups?.['name'];
      return name === undefined ? [] : [name];
    }),
  ];
  return names.map((name) => ({
    path,
    target: name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
  }));
}

/**
 * The package that an import leads to, or `COMMANDS`; undefined for a package that is not of the repository.
 *
 * @param {string} target
 * @param {readonly Package[]} packages
 * @returns {string | undefined} its folder
 */
export function packageOf(target, packages) {
  const isBelow = (/** @type {string} */ name) => target === name || target.startsWith(`${name}/`);
  if (isBelow(COMMANDS)) return COMMANDS;
  const found = packages.find(
    ({ folder, manifest }) => isBelow(manifest.name) || (folder !== '' && isBelow(folder)),
  );
  if (found !== undefined) return found.folder;
  return OF_ROOT.some(isBelow) ? '' : undefined;
}

/**
 * The imports between packages: for each folder, the folders that its code imports, with the number of imports.
 *
 * @param {readonly Package[]} packages
 * @returns {ReadonlyMap<string, ReadonlyMap<string, number>>}
 */
export function arrowsBetween(packages) {
  return new Map(
    packages.map(({ folder }) => {
      /** @type {Map<string, number>} */
      const counts = new Map();
      for (const { target } of codeOf(folder).flatMap(importsIn)) {
        const other = packageOf(target, packages);
        if (other === undefined || other === folder || other === COMMANDS) continue;
        counts.set(other, (counts.get(other) ?? 0) + 1);
      }
      return [folder, counts];
    }),
  );
}

/**
 * The packages from the highest to the lowest: none imports one that stands before it. Packages that import each other in a
 * circle are left over.
 *
 * @param {ReadonlyMap<string, ReadonlyMap<string, number>>} arrows
 * @returns {{ readonly levels: readonly (readonly string[])[], readonly inCircles: readonly string[] }}
 */
export function levelsOf(arrows) {
  const left = new Set(arrows.keys());
  /** @type {string[][]} */
  const levels = [];
  for (;;) {
    const lowest = [...left].filter((folder) =>
      [...(arrows.get(folder)?.keys() ?? [])].every((other) => !left.has(other)),
    );
    if (lowest.length === 0) return { levels: levels.toReversed(), inCircles: [...left] };
    for (const folder of lowest) left.delete(folder);
    levels.push(lowest);
  }
}
