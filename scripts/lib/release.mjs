import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError, buildPlainApp, compileServer } from './build.mjs';
import { giveUsualModes, npm } from './npm.mjs';
import { cache, inRoot } from './paths.mjs';
import { run } from './run.mjs';

/**
 * What is changed in a list of parts of npm, and in package.json.
 *
 * @typedef {{ serialNumber?: string, metadata: { timestamp?: string, component: { name: string } } }} PartsList
 * @typedef {{ name: string, scripts?: unknown }} Manifest
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
    const core = ['--import', 'tsx', 'tools/core/main.ts', '--out', join(stage, 'packed')];
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
  cpSync(inRoot('package-lock.json'), join(folder, LOCK));
  // The lock file has the packages for developers too, and `npm ci` compares the two.
  const { scripts: _, ...kept } = manifest();
  const scripts = {
    start: 'node dist-server/main.js --dist dist',
    admin: 'node dist-server/admin.js',
  };
  // npm packs all files of the folder, also those that a .gitignore names elsewhere.
  const files = ['dist', 'dist-server', LOCK, ...BESIDE_BUILDS];
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...kept, files, scripts }, null, 2)}\n`);
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
  list.metadata.component.name = manifest().name;
  writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`);
}

const manifest = () => /** @type {Manifest} */ (JSON.parse(readFileSync(inRoot('package.json'), 'utf8')));

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
