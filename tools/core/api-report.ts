import { Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from '@microsoft/api-extractor';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE } from './build-core.ts';

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
