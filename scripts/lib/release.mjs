import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError, buildPlainApp, compileServer, SHARED_PACKAGES } from './build.mjs';
import { giveUsualModes, npm } from './npm.mjs';
import { cache, inRoot } from './paths.mjs';
import { run } from './run.mjs';

/**
 * What is changed in a list of parts of npm, and in package.json.
 *
 * @typedef {{ serialNumber?: string, metadata: { timestamp?: string, component: { name: string } } }} PartsList
 * @typedef {{ name: string, version: string, license: string, description: string, engines: unknown,
 *   dependencies: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest
 */

/** Files of the repository that the package of the provider has, besides the builds. */
const BESIDE_BUILDS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/licences.md'];

/** npm packs no `package-lock.json`. By this name it packs the same file, and `npm ci` reads it. */
const LOCK = 'npm-shrinkwrap.json';

/**
 * Writes the packages of what is checked out into a folder, with the list of parts and the checksums. The same files give the
 * same bytes: npm packs without times and owners.
 *
 * @param {string} folder
 * @returns {Promise<readonly string[]>} the names of the files
 * @throws {BuildError}
 */
export async function makePackages(folder) {
  const stage = join(cache, `release-${process.pid}`);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  try {
    await stageProvider(join(stage, 'provider'));
    giveUsualModes(join(stage, 'provider'));
    await succeed(
      npm(['pack', join(stage, 'provider'), '--silent', '--pack-destination', folder], { quiet: true }),
    );
    const core = ['--import', 'tsx', 'core/build/main.ts', '--out', join(stage, 'packed')];
    const env = { CORE_BUILD: join(stage, 'core') };
    await succeed(run(process.execPath, core, { quiet: true, env }));
    for (const name of readdirSync(join(stage, 'packed')).filter((each) => each.endsWith('.tgz'))) {
      cpSync(join(stage, 'packed', name), join(folder, name));
    }
    await listParts(join(folder, 'parts.cdx.json'));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  const sums = 'SHA256SUMS';
  const names = readdirSync(folder)
    .filter((name) => name !== sums)
    .toSorted();
  const lines = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(folder, sums), lines.join(''));
  return [...names, sums];
}

/**
 * The provider as it is installed on a server: the two builds, and what `npm ci --omit=dev` needs.
 *
 * @param {string} folder
 */
async function stageProvider(folder) {
  mkdirSync(folder, { recursive: true });
  await buildPlainApp(join(folder, 'dist'));
  await compileServer(join(folder, 'dist-server'));
  for (const name of BESIDE_BUILDS) cpSync(inRoot(name), join(folder, name));
  const { description, engines, optionalDependencies, dependencies } = manifestIn('server');
  const scripts = {
    start: 'node dist-server/main.js --dist dist',
    admin: 'node dist-server/admin.js',
  };
  // npm packs all files of the folder, also those that a .gitignore names elsewhere.
  const files = ['dist', 'dist-server', LOCK, ...BESIDE_BUILDS];
  // The packages of this repository are in dist-server. What they need has to be installed.
  const shared = SHARED_PACKAGES.map((each) => manifestIn(each));
  const needed = Object.fromEntries(
    [...shared.map((each) => each.dependencies), dependencies]
      .flatMap((each) => Object.entries(each))
      .filter(([each]) => !shared.some((other) => other.name === each)),
  );
  const { name, version, license } = manifestIn('server');
  const packed = {
    name,
    version,
    private: true,
    license,
    type: 'module',
    description,
    engines,
    scripts,
    files,
  };
  const manifest = { ...packed, dependencies: needed, optionalDependencies };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // npm takes from the lock file what the package needs, in the same versions.
  cpSync(inRoot('package-lock.json'), join(folder, 'package-lock.json'));
  cpSync(inRoot('.npmrc'), join(folder, '.npmrc'));
  await succeed(
    npm(['install', '--package-lock-only', '--offline', '--ignore-scripts', '--prefix', folder], {
      quiet: true,
    }),
  );
  renameSync(join(folder, 'package-lock.json'), join(folder, LOCK));
}

/**
 * The parts that run on a server or in a browser, as npm lists them. Without the number and the time that each list has of its
 * own.
 *
 * @param {string} path
 */
async function listParts(path) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'];
  const { output } = await succeed(npm(args, { quiet: true }));
  const { serialNumber: _, ...list } = /** @type {PartsList} */ (
    JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  );
  delete list.metadata.timestamp;
  // npm takes the name of the folder.
  list.metadata.component.name = manifestIn('.').name;
  writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`);
}

/** @param {string} folder */
const manifestIn = (folder) =>
  /** @type {Manifest} */ (JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')));

/**
 * @param {Promise<import('./run.mjs').RunResult>} running
 * @returns {Promise<import('./run.mjs').RunResult>}
 */
async function succeed(running) {
  const result = await running;
  if (result.code === 0) return result;
  console.error(result.output);
  throw new BuildError('a step failed');
}
