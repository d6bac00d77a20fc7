import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type ProviderOptions, startProvider } from '../../provider.ts';
import { temporaryFolder } from './folders.ts';

/**
 * What a new database has: nothing; the tables and the content of the demonstration; or the tables of a library without
 * titles.
 */
export type Template = 'empty' | 'demo' | 'library';

const BUILD: Readonly<Record<Exclude<Template, 'empty'>, Partial<ProviderOptions>>> = {
  demo: {},
  library: { library: [] },
};
/** The lock of each template, while its first user makes it. */
const LOCKS = { empty: 0, demo: 1, library: 2 };

let made = 0;
let server: Promise<string> | undefined;

/** The address of a database on the server of the run. */
async function addressOf(name: string): Promise<string> {
  server ??= fetch(inject('databaseServer')).then(async (response) => {
    const body = await response.text();
    if (!response.ok) throw new Error(body);
    return body;
  });
  const url = new URL(await server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database of a test. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes a database as a copy of a template. The template is made once a run, by a provider that starts on it. */
export async function createDatabase(template: Template = 'empty'): Promise<TestDatabase> {
  made += 1;
  const name = `test_${process.pid}_${made}`;
  await onServer(async (client) => {
    if (template !== 'empty') await provideTemplate(client, template);
    await client.query(`create database ${name} template ${template === 'empty' ? 'template0' : template}`);
  });
  return {
    url: await addressOf(name),
    drop: () => onServer(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** Like {@link createDatabase}, and drops it at the end of the test. */
export async function databaseOfTest(template: Template = 'empty'): Promise<string> {
  const { url, drop } = await createDatabase(template);
  onTestFinished(drop);
  return url;
}

async function provideTemplate(client: pg.Client, template: Exclude<Template, 'empty'>): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCKS[template]]);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount === 0) {
    const name = `new_${template}`;
    await client.query(`create database ${name} template template0`);
    const databaseUrl = await addressOf(name);
    await (await startProvider({ dataDir: temporaryFolder(), databaseUrl, ...BUILD[template] })).close();
    await client.query(`alter database ${name} rename to ${template}`);
  }
  await client.query('select pg_advisory_unlock($1)', [LOCKS[template]]);
}

async function onServer<Result>(action: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: await addressOf('postgres') });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
