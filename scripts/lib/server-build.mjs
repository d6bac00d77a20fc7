import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build.mjs';
import { withLock } from './file-lock.mjs';
import { cache, inRoot } from './paths.mjs';
import { runTool } from './run.mjs';
import { fingerprintOf } from './sources.mjs';

/**
 * Compiles the provider into `dist-server/`, unless it was compiled from the same sources. It then runs with the packages
 * of `dependencies` alone, starts faster and needs less memory. The tests check the types.
 *
 * @returns {Promise<string>} the folder
 * @throws {BuildError}
 */
export function ensureServer() {
  const folder = inRoot('dist-server');
  const stamp = join(folder, 'fingerprint');
  return withLock(join(cache, 'dist-server.lock'), 'compiling the provider', async () => {
    const current = fingerprintOf([
      'server',
      'transcripts',
      'tsconfig.server-build.json',
      'package-lock.json',
    ]);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return folder;
    const fresh = join(cache, 'dist-server');
    rmSync(fresh, { recursive: true, force: true });
    const args = ['--project', 'tsconfig.server-build.json', '--noCheck', '--outDir', fresh];
    const { code } = await runTool('typescript', 'tsc', args);
    if (code !== 0) throw new BuildError('the provider could not be compiled');
    cpSync(inRoot('server'), join(fresh, 'server'), {
      recursive: true,
      filter: (source) => !/\.ts$|tsconfig\.json$/.test(source),
    });
    for (const name of readdirSync(fresh, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('-entry.js')) compileEntry(join(fresh, name));
    }
    // The commands of operators name these two files.
    for (const name of ['main.js', 'admin.js']) {
      writeFileSync(join(fresh, name), `import './server/${name}';\n`);
    }
    writeFileSync(join(fresh, 'fingerprint'), current);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return folder;
  });
}

/**
 * Makes the entry of a worker thread import the compiled worker. Before, it loads TypeScript through tsx, which is not
 * there when the provider serves.
 *
 * @param {string} file
 */
function compileEntry(file) {
  const module = /tsImport\('(?<path>[^']+)\.ts'/.exec(readFileSync(file, 'utf8'))?.groups?.['path'];
  if (module === undefined) throw new Error(`${file} loads no worker.`);
  writeFileSync(file, `import '${module}.js';\n`);
}
