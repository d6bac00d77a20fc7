import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { addressIn, urlOf } from './address.ts';
import type { DatabaseFiles } from './data-folder.ts';

/** Who opens the database: a provider, a command, or the command that restores a backup, which runs alone. */
export type DatabaseUser = 'provider' | 'command' | 'restore';

/** Any number, but every release has to use the same. The process that started the server holds this lock. */
const OWNER_LOCK = 4_771_300;
const RETRY_MS = 500;

/** The process that started a server is its owner. It holds a lock in the server, so that other processes find it. */
export class Ownership {
  private connection: pg.Client | null = null;

  /** @param isServerRunning whether the server that this process started runs, and shall go on */
  constructor(
    private readonly files: DatabaseFiles,
    private readonly user: DatabaseUser,
    private readonly isServerRunning: () => boolean,
  ) {}

  /**
   * Tells other processes that the server has an owner, and who it is.
   *
   * @returns false if the server accepts no connection yet
   */
  async take(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: urlOf(this.files),
      application_name: `${this.user} ${process.pid} on ${hostname()}`.slice(0, 63),
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock($1)', [OWNER_LOCK]);
    } catch {
      await client.end().catch(() => undefined);
      return false;
    }
    this.connection = client;
    client.once('end', () => void this.restore());
    return true;
  }

  async giveUp(): Promise<void> {
    await this.connection?.end().catch(() => undefined);
  }

  /** Who has started the running server: its user, process id and host. Undefined if nobody responds. */
  async find(): Promise<{ user: string; pid: string; host: string } | undefined> {
    const name = await this.ask(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select application_name as name from pg_stat_activity join pg_locks using (pid)
          where locktype = 'advisory' and objid = $1 and granted`,
        [OWNER_LOCK],
      );
      return rows[0]?.name;
    });
    if (name === undefined) return undefined;
    const [user = '', pid = '', , host = ''] = name.split(' ');
    return { user, pid, host };
  }

  /** Ends a server whose owner was killed, where the system has not done so. */
  async endAbandoned(): Promise<void> {
    const isAbandoned = await this.ask(async (client) => {
      const { rows } = await client.query<{ free: boolean }>(
        "select pg_try_advisory_lock($1) and now() - pg_postmaster_start_time() > '2 s' as free",
        [OWNER_LOCK],
      );
      return rows[0]?.free;
    });
    const pid = addressIn(this.files)?.pid;
    if (isAbandoned !== true || pid === undefined) return;
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // It is the process of another container, or it has ended.
    }
  }

  /** The connection may end although the server goes on. */
  private async restore(): Promise<void> {
    this.connection = null;
    while (this.connection === null && this.isServerRunning()) {
      await wait(RETRY_MS);
      if (this.isServerRunning()) await this.take();
    }
  }

  private async ask<Result>(question: (client: pg.Client) => Promise<Result>): Promise<Result | undefined> {
    if (addressIn(this.files) === null || !existsSync(this.files.password)) return undefined;
    const client = new pg.Client({ connectionString: urlOf(this.files), connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await question(client);
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
