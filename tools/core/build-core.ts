import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the package as it is published: the output of `core/tsconfig.json`, and the files beside it. */
export const CORE = join(ROOT, '.cache/core');

/** The files of `core` that are published beside the code. */
const BESIDE_CODE = ['package.json', 'README.md', 'CHANGELOG.md'];

/** A relative specifier that ends with `.ts`. The compiler rewrites it in the code, but not in the types. */
const TYPESCRIPT_SPECIFIER = /(?<before>(?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/gu;

/** Compiles the package. */
export function buildCore(): void {
  rmSync(CORE, { recursive: true, force: true });
  runNode('typescript/bin/tsc', ['--project', 'core']);
  for (const file of filesOf('.d.ts')) {
    const path = join(CORE, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(TYPESCRIPT_SPECIFIER, '$<before>.js'));
  }
  for (const file of BESIDE_CODE) cpSync(join(ROOT, 'core', file), join(CORE, file));
}

/** The built files with an extension, with paths relative to the package. */
export const filesOf = (extension: string): readonly string[] =>
  readdirSync(CORE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(extension));

/**
 * Packs the built package.
 *
 * @param folder where the tarball is written
 * @returns the path of the tarball
 */
export function packCore(folder: string): string {
  const args = ['pack', '--silent', '--pack-destination', folder];
  const name = execFileSync('npm', args, {
    cwd: CORE,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return join(folder, name.trim());
}

/** Runs a script of an installed package with the same Node, in the project's folder. Throws if it fails. */
export function runNode(script: string, args: readonly string[]): void {
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      encoding: 'utf8',
    });
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`${script} failed:\n${output}`, { cause: error });
  }
}
