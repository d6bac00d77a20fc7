import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFields } from '../../text.ts';

const IMPORTS = [
  /(?:^|\n)import\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?['"](?<name>[^'"]+)['"]/gu,
  /(?:^|\n)export\s+[*{][^;'"]*?\sfrom\s+['"](?<name>[^'"]+)['"]/gu,
  /\bimport\(\s*['"](?<name>[^'"]+)['"]/gu,
];

/** The packages of this repository. Their code counts, because their version stays the same between releases. */
const OWN_PACKAGES = 'audio-streaming-';

/**
 * A hash of the code of modules, of all modules that they import, and of the versions of the packages that these use. It
 * changes if a release may read something in another way. So nobody has to remember to change a number (CAT-163).
 *
 * @param entries paths of modules
 */
export function versionOfCode(entries: readonly string[]): string {
  const hash = createHash('sha256');
  const packages = new Set<string>();
  for (const path of modulesOf(entries, packages)) hash.update(readFileSync(path)).update('\0');
  for (const each of [...packages].toSorted()) hash.update(each);
  return hash.digest('hex').slice(0, 16);
}

/**
 * The modules that run for some modules, in the order in which they are found.
 *
 * @param packages gets the packages that are used, with their versions
 */
export function modulesOf(entries: readonly string[], packages = new Set<string>()): readonly string[] {
  const found = new Set(entries);
  // A set also yields what is added meanwhile.
  for (const path of found) {
    const text = readFileSync(path, 'utf8');
    for (const match of IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const name = match.groups?.['name'] ?? '';
      if (name.startsWith('.')) found.add(join(dirname(path), name));
      else if (name.startsWith(OWN_PACKAGES)) found.add(moduleOfPackage(name));
      else if (!name.startsWith('node:')) packages.add(versionOfPackage(name, path));
    }
  }
  return [...found];
}

function versionOfPackage(name: string, importer: string): string {
  const [scope = '', second = ''] = name.split('/');
  const base = scope.startsWith('@') ? `${scope}/${second}` : scope;
  const folders = createRequire(importer).resolve.paths(base) ?? [];
  const file = folders.map((folder) => join(folder, base, 'package.json')).find((each) => existsSync(each));
  const described: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  return `${base}@${String(isFields(described) ? described['version'] : '')}\n`;
}

/** The path of a module beside another one. The ending is the one of the code that runs. */
export const moduleBeside = (url: string, name: string): string => {
  const path = fileURLToPath(url);
  return join(dirname(path), `${name}${path.endsWith('.ts') ? '.ts' : '.js'}`);
};

/** The path of a module that a package of this repository exports. */
export const moduleOfPackage = (name: string): string => createRequire(import.meta.url).resolve(name);
