import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { isAllowed } from './allowed-licences.ts';
import { isFields, type Fields } from './fields.ts';

const FILE = 'third-party-notices.txt';

const INTRODUCTION = `Third-party notices

This product holds code of the packages below. Each stands under a licence of its own, whose text follows the list.
`;

const RULE = '='.repeat(80);

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|copyright)/i;
const LICENCE_HEADING = /^(?:#+ *licen[cs]e|licen[cs]e *\n-+) *$/im;

/** Comments that begin a line. */
const COMMENT = /^[ \t]*\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm;
const COPYRIGHT = /copyright|^\W*\(c\) /im;

type Package = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
  readonly manifest: Fields;
  /** Those of its modules that are in the product. */
  readonly ids: readonly string[];
};

/**
 * Writes the notices that the licences of libraries require into a file of the build. Minified code has none.
 * The page doesn't name the file, so that no visit waits for it. Vite's own option for this (`build.license`) leaves out
 * `NOTICE` files, notices inside the code, packages without a file of their licence, Vite's helpers, and the scripts
 * that are built beside.
 *
 * @returns `plugin`, for the build itself, and `beside`, for each build that makes another script of the product
 */
export function thirdPartyNotices(): { readonly plugin: Plugin; readonly beside: Plugin } {
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
        this.emitFile({ type: 'asset', fileName: FILE, source: await noticesFor(modules) });
      },
    },
  };
}

/**
 * A list of packages (`scripts/lib/licences.mjs` reads it), and under each one's title its notice.
 *
 * @param modules ids of the bundler; those of the project itself need no notice
 * @throws when a package may not be shipped, or nobody can say whose a module is
 */
export async function noticesFor(modules: Iterable<string>): Promise<string> {
  const packages = await packagesOf([...modules].toSorted());
  const refused = packages.filter((each) => !isAllowed(each));
  if (refused.length > 0) {
    throw new Error(`Not allowed by allowed-licences.ts: ${refused.map(titleOf).join(', ')}.`);
  }
  const notices = await Promise.all(packages.map(noticeOf));
  return [
    INTRODUCTION,
    packages.map((each) => `  ${titleOf(each)}\n`).join(''),
    ...packages.map((each, index) => [RULE, titleOf(each), RULE, `\n${notices[index]}\n`].join('\n')),
  ].join('\n');
}

/** @returns each version of a package once, wherever and however often it is installed, in the order of their names */
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

/** @returns the package that a module is of; null for the project's own */
function folderOf(id: string): string | null {
  const [, folder] = PACKAGE.exec(id.replace('\0', '')) ?? [];
  if (folder !== undefined) return folder;
  if (!id.startsWith('\0')) return null;
  // What the tools add to the code they make.
  const fromHere = createRequire(import.meta.url);
  const vite = fromHere.resolve('vite/package.json');
  if (id.startsWith('\0vite/')) return dirname(vite);
  if (id.startsWith('\0rolldown/')) return dirname(createRequire(vite).resolve('rolldown/package.json'));
  throw new Error(`Whose is ${JSON.stringify(id)}? Its licence has to be in ${FILE}.`);
}

async function noticeOf({ folder, manifest, ids }: Package): Promise<string> {
  const terms = (await termsIn(folder)) || origin(manifest);
  return [terms, ...(await noticesInside(ids, terms))].join('\n\n');
}

/** The files of a package that state its licence; where there is none, the part of its README that does. */
async function termsIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isFile());
  const names = files.map(({ name }) => name).toSorted();
  const stated = names.filter((name) => LICENCE_FILE.test(name));
  if (stated.length > 0) {
    const texts = await Promise.all(stated.map((name) => textIn(join(folder, name))));
    // A tool lists here what it is built from itself; none of that is in the few lines it adds to the code.
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

/** All that is known of a package without a licence file. */
const origin = ({ author, repository }: Fields): string =>
  [
    'The package comes without a text of its licence.',
    `Author: ${textOf(author, 'name') ?? 'not stated'}`,
    `Repository: ${textOf(repository, 'url') ?? 'not stated'}`,
  ].join('\n');

/** Comments inside the files which name somebody whom the package's licence does not. */
async function noticesInside(ids: readonly string[], terms: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [path = ''] of ids.map((id) => id.split('?', 1))) {
    // A helper of the tools is in no file.
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

/** A field of a `package.json` that is a text, or a group which holds one. */
function textOf(value: unknown, name: string): string | undefined {
  const text = isFields(value) ? value[name] : value;
  return typeof text === 'string' ? text : undefined;
}
