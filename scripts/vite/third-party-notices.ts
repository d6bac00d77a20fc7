import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { isFields, type Fields } from './configuration.ts';

/** Licences that require only that their text is included. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense']);

/** Packages with their own terms, which the product has accepted as a customer of the vendor. */
const AGREED = new Set(['@braze/web-sdk']);

/**
 * Whether a package may be sent to listeners.
 *
 * @param licence what its `package.json` says: an SPDX expression of one operator at most
 */
export function isAllowed({ name, licence }: { readonly name: string; readonly licence: string }): boolean {
  if (AGREED.has(name)) return true;
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  return expression.includes(' OR ')
    ? expression.split(' OR ').some((each) => PERMISSIVE.has(each))
    : expression.split(' AND ').every((each) => PERMISSIVE.has(each));
}

const FILE = 'third-party-notices.txt';

const INTRODUCTION = `Third-party notices

This product holds code of the packages below. Each stands under a licence of its own, whose text follows the list.
`;

const RULE = '='.repeat(80);

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|copyright)/i;
const LICENCE_HEADING = /^(?:#+ *licen[cs]e|licen[cs]e *\n-+) *$/im;

/** Comments at the start of a line. */
const COMMENT = /^[ \t]*\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm;
const COPYRIGHT = /copyright|^\W*\(c\) /im;

type Package = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
  readonly manifest: Fields;
  /** Its modules in the product. */
  readonly ids: readonly string[];
};

/**
 * Writes the notices that the licences of libraries require into a file of the build. Minified code has none.
 * The page doesn't name the file, so that no visit waits for it. docs/dependencies.md says what
 * the plugins for this leave out.
 *
 * @param fileName where the notices are written
 * @returns `plugin` for the build itself, and `beside` for each build of another script of the product
 */
export function thirdPartyNotices(fileName = FILE): { readonly plugin: Plugin; readonly beside: Plugin } {
  const modules = new Set<string>();
  const gather = (bundle: Rolldown.OutputBundle): void => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id);
    }
  };
  return {
    beside: {
      name: 'third-party-modules',
      generateBundle(_options, bundle) {
        gather(bundle);
      },
    },
    plugin: {
      name: 'third-party-notices',
      apply: 'build',
      enforce: 'post',
      async generateBundle(_options, bundle) {
        gather(bundle);
        this.emitFile({ type: 'asset', fileName, source: await noticesFor(modules) });
      },
    },
  };
}

/**
 * A list of packages (`scripts/lib/licences.mjs` reads it), and then the notice of each package.
 *
 * @param modules ids of the bundler; modules of the project need no notice
 * @throws if a package may not be shipped, or the package of a module is unknown
 */
export async function noticesFor(modules: Iterable<string>): Promise<string> {
  const packages = await packagesOf([...modules].toSorted());
  const refused = packages.filter((each) => !isAllowed(each));
  if (refused.length > 0) {
    throw new Error(
      `third-party-notices.ts allows none of these licences: ${refused.map(titleOf).join(', ')}.`,
    );
  }
  const notices = await Promise.all(packages.map(noticeOf));
  return [
    INTRODUCTION,
    packages.map((each) => `  ${titleOf(each)}\n`).join(''),
    ...packages.map((each, index) => [RULE, titleOf(each), RULE, `\n${notices[index]}\n`].join('\n')),
  ].join('\n');
}

/** @returns each version of a package once, in the order of their names */
async function packagesOf(ids: readonly string[]): Promise<readonly Package[]> {
  const inFolders = new Map<string, readonly string[]>();
  for (const id of ids) {
    const folder = folderOf(id);
    if (folder !== null) inFolders.set(folder, [...(inFolders.get(folder) ?? []), id]);
  }
  const packages = new Map<string, Package>();
  for (const [folder, ids] of inFolders) {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    if (!isFields(manifest)) throw new Error(`${folder} has no package.json to speak of.`);
    const [name, version] = [String(manifest['name']), String(manifest['version'])];
    const licence = textOf(manifest['license'], 'type') ?? 'not stated';
    const key = `${name} ${version}`;
    const others = packages.get(key)?.ids ?? [];
    packages.set(key, { name, version, licence, folder, manifest, ids: [...others, ...ids] });
  }
  return [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

const titleOf = ({ name, version, licence }: Package): string => `${name} ${version}: ${licence}`;

/** @returns the package of a module; null for a module of the project */
function folderOf(id: string): string | null {
  const path = id.replace('\0', '');
  if (PACKAGE.test(path)) return installedFolderOf(path);
  if (!id.startsWith('\0')) return null;
  // Code that the tools add.
  const fromHere = createRequire(import.meta.url);
  const vite = fromHere.resolve('vite/package.json');
  if (id.startsWith('\0vite/')) return dirname(vite);
  if (id.startsWith('\0rolldown/')) return dirname(createRequire(vite).resolve('rolldown/package.json'));
  throw new Error(`The package of ${JSON.stringify(id)} is unknown. Its licence has to be in ${FILE}.`);
}

/** Some packages were built with code of others, and hold it below `node_modules` without the `package.json`. */
function installedFolderOf(path: string): string {
  const [, folder] = PACKAGE.exec(path) ?? [];
  if (folder === undefined) throw new Error(`${path} is in no package with a package.json.`);
  return existsSync(join(folder, 'package.json')) ? folder : installedFolderOf(dirname(folder));
}

async function noticeOf({ folder, manifest, ids }: Package): Promise<string> {
  const terms = (await termsIn(folder)) || origin(manifest);
  return [terms, ...(await noticesInside(ids, terms))].join('\n\n');
}

/** The licence files of a package, or else the part of its README about the licence. */
async function termsIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isFile());
  const names = files.map(({ name }) => name).toSorted();
  const stated = names.filter((name) => LICENCE_FILE.test(name));
  if (stated.length > 0) {
    const texts = await Promise.all(stated.map((name) => textIn(join(folder, name))));
    // This part lists what the tool itself is built from. The few lines that the tool adds contain none of it.
    return texts
      .map((text) => text.split('# Licenses of bundled dependencies', 1).join('').trim())
      .join('\n\n');
  }
  const readme = names.find((name) => /^readme/i.test(name));
  if (readme === undefined) return '';
  const text = await textIn(join(folder, readme));
  const start = text.search(LICENCE_HEADING);
  return start < 0 ? '' : text.slice(start);
}

/** The known facts about a package without a licence file. */
const origin = ({ author, repository }: Fields): string =>
  [
    'The package comes without a text of its licence.',
    `Author: ${textOf(author, 'name') ?? 'not stated'}`,
    `Repository: ${textOf(repository, 'url') ?? 'not stated'}`,
  ].join('\n');

/** Comments in the files with names that the package's licence does not contain. */
async function noticesInside(ids: readonly string[], terms: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [path = ''] of ids.map((id) => id.split('?', 1))) {
    // Helpers of the tools are not in a file.
    if (path.startsWith('\0')) continue;
    for (const [comment] of (await textIn(path)).matchAll(COMMENT)) {
      const lines = comment.split('\n').map((line) => line.replace(/^[\s/*!]+|[\s/*]+$/g, ''));
      const isKnown = lines.filter((line) => COPYRIGHT.test(line)).every((line) => terms.includes(line));
      if (!isKnown) found.add(lines.join('\n').trim());
    }
  }
  return [...found];
}

const textIn = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8')).replaceAll('\r\n', '\n').replace('\uFEFF', '').trim();

/** A field of a `package.json` that is a text, or an object that contains one. */
function textOf(value: unknown, name: string): string | undefined {
  const text = isFields(value) ? value[name] : value;
  return typeof text === 'string' ? text : undefined;
}
