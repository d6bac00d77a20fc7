import Fastify, { type FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { originRule } from '../../http/headers.ts';
import { namePublicOrigin } from '../../http/own-machine.ts';
import { RequestCounts } from '../../http/request-counts.ts';
import { poolControl } from '../../pool/control.ts';
import { type Pool, type PoolDependencies, createPool } from '../../pool/index.ts';
import { type PoolTables, poolMigrations } from '../../pool/migrations.ts';
import { ServerPool } from '../../db/server-pool.ts';
import { createDatabase } from '../support/databases.ts';

/** How many statements run at once. */
export const CONNECTIONS = 5;
const LIMITS = { connect: 60_000, lock: 10_000, statement: 10_000, response: 10_000 };

/** An empty database of a user pool, after its migrations. */
export async function openPoolDatabase(): Promise<Kysely<PoolTables>> {
  const { url } = await createDatabase();
  const dialect = new PostgresDialect({
    pool: new ServerPool({ url, connections: CONNECTIONS, limits: LIMITS }),
  });
  const db = new Kysely<PoolTables>({ dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => poolMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The migrations of the pool failed.', { cause: error });
  return db;
}

export const USER_POOL_ID = 'us-west-2_Embedded01';
export const CLIENT_ID = 'embeddedwebclient00000001';
export const PASSWORD = 'correct horse battery';

/** A clock that starts with the machine's time and that a test moves. */
export class MovableClock {
  private offset = 0;
  private frozenAt: number | undefined;

  now(): number {
    return (this.frozenAt ?? Date.now()) + this.offset;
  }

  /** Stops the clock. Only `advance` moves it. */
  freeze(): void {
    this.frozenAt = Date.now();
  }

  /** Moves the clock by seconds. */
  advance(seconds: number): void {
    this.offset += seconds * 1000;
  }
}

export interface RunningPool {
  readonly pool: Pool;
  readonly db: Kysely<PoolTables>;
  readonly clock: MovableClock;
  readonly origin: string;
  /** The `endpoint` for the client library. */
  readonly endpoint: string;
  readonly log: string[];
  /** Another pool on the same database, like a second process. */
  reopen(): Promise<Pool>;
  close(): Promise<void>;
}

/** A pool over HTTP on a free port of the loopback interface. */
export async function runPool(
  settings: Pick<
    PoolDependencies,
    | 'lives'
    | 'requestsPerSecond'
    | 'customAttributes'
    | 'requiredAttributes'
    | 'passwordlessSignIn'
    | 'mail'
    | 'mayUsePasskeys'
    | 'issuers'
  > = {},
  { trustProxy = false, publicUrl }: { readonly trustProxy?: boolean; readonly publicUrl?: string } = {},
): Promise<RunningPool> {
  const db = await openPoolDatabase();
  const clock = new MovableClock();
  const log: string[] = [];
  const issuer = `https://cognito-idp.us-west-2.amazonaws.com/${USER_POOL_ID}`;
  let endpoint = '';
  const open = (): Promise<Pool> =>
    createPool({
      db,
      clock,
      log: (line) => log.push(line),
      region: 'us-west-2',
      userPoolId: USER_POOL_ID,
      clientId: CLIENT_ID,
      issuer,
      publicAddress: () => endpoint,
      ...settings,
    });
  const pool = await open();
  const server = Fastify({ trustProxy });
  namePublicOrigin(server, publicUrl);
  await server.register(pool.routes(originRule(undefined), new RequestCounts(clock)), { prefix: '/pool' });
  await server.register(poolControl(pool), { prefix: '/__pool' });
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  endpoint = `${origin}/pool`;
  return {
    pool,
    db,
    clock,
    origin,
    endpoint,
    log,
    reopen: open,
    close: async () => {
      await server.close();
      await db.destroy();
    },
  };
}

/** The newest unused code for this purpose. */
export async function codeFor(pool: Pool, email: string, purpose: string): Promise<string> {
  const sent = (await pool.codesFor(email)).find((code) => code.purpose === purpose);
  if (sent === undefined) throw new Error(`No ${purpose} code was sent to ${email}.`);
  return sent.code;
}

/**
 * The pages of the hosted login, to be asked by `inject`.
 *
 * @param app the origin to which they return
 * @param prepare runs before the routes are registered
 */
export async function hostedPages(
  { pool, clock }: RunningPool,
  app: string,
  prepare: (server: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const server = Fastify();
  namePublicOrigin(server, undefined);
  prepare(server);
  const origins = { mayRead: originRule(undefined), mayReturnTo: originRule([new URL(app).origin]) };
  await server.register(pool.hostedLogin(origins, new RequestCounts(clock)), { prefix: '/pool/hosted' });
  return server;
}
