import './lib/node-version.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments, refuse } from './lib/arguments.mjs';
import { BuildError } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { makePackages } from './lib/release.mjs';

/** The files that name the version. */
const NAMING = ['CHANGELOG.md', 'package.json', 'package-lock.json'];

const USAGE = `npm run release -- VERSION
Makes a release of what is committed: names it in CHANGELOG.md and package.json, commits and tags it, and writes into
release/VERSION the packages of the provider and of the core, the list of parts (CycloneDX) and the checksums. It pushes nothing.
  --packages DIR   only writes the packages of what is checked out into a folder, without a version of its own
Two builds of one commit are equal byte for byte, with one version of Node.`;

const { values, positionals } = readArguments(USAGE, {
  options: { packages: { type: 'string' } },
  allowPositionals: true,
});
const [version = '', ...rest] = positionals;
if (rest.length > 0 || (values.packages === undefined) === (version === '')) {
  refuse('Name one version, or --packages with a folder.', USAGE);
}

if (values.packages === undefined) checkVersion();
await ensureInstalled('everything');
const folder =
  values.packages === undefined
    ? inRoot('release', version)
    : resolve(process.env['INIT_CWD'] ?? '.', values.packages);
if (values.packages === undefined) nameVersion();
mkdirSync(folder, { recursive: true });
try {
  const names = await makePackages(folder);
  if (values.packages === undefined) tagVersion();
  for (const name of names) console.log(join(folder, name));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  if (values.packages === undefined) {
    // The same version can then be tried again.
    git('checkout', '--quiet', '--', ...NAMING);
    rmSync(folder, { recursive: true, force: true });
  }
  console.error(`The packages could not be built: ${error.message}.`);
  process.exitCode = 1;
}

/** @param {readonly string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function checkVersion() {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (numbers === null) refuse(`A version is three numbers such as 1.2.0, not "${version}".`, USAGE);
  if (isNewer(manifest().version, version)) refuse(`${version} is not above ${manifest().version}.`, USAGE);
  if (git('status', '--porcelain') !== '')
    refuse('Commit first: a release is made of what is committed.', USAGE);
  if (git('tag', '--list', `v${version}`) !== '') refuse(`There is a tag v${version} already.`, USAGE);
  if (existsSync(inRoot('release', version))) refuse(`release/${version} exists already.`, USAGE);
}

function manifest() {
  return /** @type {{ version: string }} */ (JSON.parse(readFileSync(inRoot('package.json'), 'utf8')));
}

/**
 * @param {string} one
 * @param {string} other
 */
function isNewer(one, other) {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const at = (a ?? []).findIndex((number, index) => number !== b?.[index]);
  return at !== -1 && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

/** Writes the version into the files that name it. */
function nameVersion() {
  const day = new Date().toISOString().slice(0, 10);
  edit('CHANGELOG.md', /^## Unreleased\n/m, `## Unreleased\n\n## ${version}, ${day}\n`);
  edit('package.json', /"version": "[^"]+"/, `"version": "${version}"`);
  // The file names it twice: for the lock, and for the package at its root.
  edit('package-lock.json', /"version": "[^"]+"/, `"version": "${version}"`);
  edit('package-lock.json', /("": \{\s+"name": "[^"]+",\s+"version": )"[^"]+"/, `$1"${version}"`);
}

function tagVersion() {
  git('commit', '--all', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  console.log(`Tagged v${version}.`);
}

/**
 * @param {string} name
 * @param {RegExp} found
 * @param {string} replacement
 */
function edit(name, found, replacement) {
  const text = readFileSync(inRoot(name), 'utf8');
  if (!found.test(text)) throw new Error(`${name} has no line for the version.`);
  writeFileSync(inRoot(name), text.replace(found, replacement));
}
