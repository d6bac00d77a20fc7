import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from '@microsoft/api-extractor';
import * as v from 'valibot';
import { type Plugin, build } from 'vite';
import { giveUsualModes } from '../../scripts/lib/npm.mjs';
import { bundleClient } from '../../proofs/simulation/bundle.ts';

const CLIENT = 'virtual:client';

/** Builds the entry of the simulation into the package: one file, with the client as text, and its types. */
export async function buildSimulation(): Promise<void> {
  runNode('typescript/bin/tsc', ['--project', 'core/tsconfig.simulation.json', '--outDir', SIMULATION]);
  cpSync(join(SIMULATION, 'core/simulation.d.ts'), join(CORE, 'core/simulation.d.ts'));
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [asText(CLIENT, await bundleClient())],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: join(CORE, 'core'),
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: join(ROOT, 'core/simulation.ts'),
        output: { entryFileNames: 'simulation.js' },
      },
    },
  });
}

/** A module whose default export is a text. */
const asText = (name: string, text: string): Plugin => ({
  name: 'text-module',
  enforce: 'pre',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(text)};` : null),
});

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The folder of the package as it is published: the output of `core/tsconfig.json`, and the files beside it. A release has its
 * own, because tests may build the package at the same time.
 */
export const CORE = process.env['CORE_BUILD'] || join(ROOT, '.cache/core');
const SIMULATION = `${CORE}-simulation`;

/** The files of `core` that are published beside the code. */
const BESIDE_CODE = ['README.md', 'GUIDE.md', 'CHANGELOG.md'];

/** A relative specifier that ends with `.ts`. The compiler rewrites it in the code, but not in the types. */
const TYPESCRIPT_SPECIFIER = /(?<before>(?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/gu;

export function buildCore(): void {
  rmSync(CORE, { recursive: true, force: true });
  runNode('typescript/bin/tsc', ['--project', 'core', '--outDir', CORE]);
  for (const file of filesOf('.d.ts')) {
    const path = join(CORE, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(TYPESCRIPT_SPECIFIER, '$<before>.js'));
  }
  for (const file of BESIDE_CODE) cpSync(join(ROOT, 'core', file), join(CORE, file));
  writeFileSync(join(CORE, 'package.json'), publishedManifest());
}

const fields = v.record(v.string(), v.unknown());

/** The manifest without what only the repository needs. */
function publishedManifest(): string {
  const isPublished = (key: string): boolean => key !== 'scripts' && key !== 'devDependencies';
  const manifest = v.parse(fields, JSON.parse(readFileSync(join(ROOT, 'core/package.json'), 'utf8')));
  const kept = Object.entries(manifest).filter(([key]) => isPublished(key));
  return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
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
  giveUsualModes(CORE);
  const args = ['pack', '--silent', '--pack-destination', folder];
  const name = execFileSync('npm', args, {
    cwd: CORE,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return join(folder, name.trim());
}

/** Runs a script of an installed package with the same Node, in the project's folder. Throws if it fails. */
function runNode(script: string, args: readonly string[]): void {
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

/** The entries of the package. */
export const ENTRIES = ['domain', 'ports', 'testing', 'simulation'] as const;

/**
 * Describes every exported name of an entry of the built package: its declaration, and whether it has a docstring.
 *
 * @throws if the types of the package do not compile without the DOM
 */
export function apiReport(entry: (typeof ENTRIES)[number]): string {
  const folder = mkdtempSync(join(tmpdir(), 'api-report-'));
  try {
    const { succeeded, errorCount } = Extractor.invoke(configurationOf(entry, folder), {
      localBuild: true,
      messageCallback: (message) => {
        message.handled = message.logLevel !== ExtractorLogLevel.Error;
      },
    });
    if (!succeeded) throw new Error(`The API of ${entry} has ${String(errorCount)} errors.`);
    return readFileSync(join(folder, `${entry}.api.md`), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function configurationOf(entry: string, folder: string): ExtractorConfig {
  const file = join(CORE, 'core', `${entry}.d.ts`);
  const quiet = { default: { logLevel: ExtractorLogLevel.None } };
  const configObject: IConfigFile = {
    projectFolder: CORE,
    mainEntryPointFilePath: file,
    newlineKind: 'lf',
    compiler: {
      overrideTsconfig: {
        compilerOptions: { lib: ['ES2023'], types: [], module: 'NodeNext', strict: true, skipLibCheck: true },
        files: [file],
      },
    },
    apiReport: {
      enabled: true,
      reportFileName: `${entry}.api.md`,
      reportFolder: folder,
      reportTempFolder: folder,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      extractorMessageReporting: {
        ...quiet,
        'ae-undocumented': { logLevel: ExtractorLogLevel.None, addToApiReportFile: true },
      },
      tsdocMessageReporting: quiet,
    },
  };
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(CORE, 'package.json'),
  });
}
