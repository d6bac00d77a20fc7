import { type Kysely, sql } from 'kysely';
import { existsSync, readFileSync } from 'node:fs';
import { missingFromNode, missingFromPostgres } from './known-releases.ts';

/** The versions of everything that a provider runs on. */
export interface Versions {
  readonly provider: string;
  readonly node: string;
  readonly database: string;
  /** A sentence for each part that is known to lack fixes. */
  readonly missing: readonly string[];
}

/**
 * Reads what runs here (CAT-313).
 *
 * @param now epoch milliseconds
 */
export async function readVersions<Tables>(db: Kysely<Tables>, now: number): Promise<Versions> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version
  `.execute(db);
  // Packages of systems add their own version, as in `18.6 (Debian 18.6-1)`.
  const database = (rows[0]?.version ?? '').split(' ', 1).join('');
  const node = process.versions.node;
  return {
    provider: providerVersion(),
    node,
    database,
    missing: [...missingFromNode(node, now), ...missingFromPostgres(database, now)],
  };
}

/** The package stands two folders above this file, and three above the compiled one. */
function providerVersion(): string {
  const file = ['../../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  const read: unknown = file === undefined ? null : JSON.parse(readFileSync(file, 'utf8'));
  return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : 'unknown';
}

/** One line about the versions. */
export const versionsLine = ({ provider, node, database }: Versions): string =>
  `Hark ${provider}, Node.js ${node}, PostgreSQL ${database}`;
