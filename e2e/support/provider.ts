import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable with the folder that `prepared-provider.ts` has prepared for a run. */
export const PREPARED = 'PREPARED_PROVIDER';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 5_000;
const MAIL_LIMIT_MS = 20_000;
const MAIL_INTERVAL_MS = 50;

/** A failure on demand, for the calls that it matches. */
export type Fault = {
  readonly match: {
    readonly method?: string;
    /** Beginning of the path, or a regular expression as text. */
    readonly path: string;
  };
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the response. */
  readonly delay_ms?: number;
  /** Holds the calls until the faults are cleared. */
  readonly hold?: true;
  /** Cuts the connection without a response. */
  readonly drop?: true;
  /** Sends a response that cannot be decoded. */
  readonly garbage?: true;
  /** How many calls it affects; without it, all of them. */
  readonly times?: number;
};

/** One call as the provider received it. */
export type ReceivedCall = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch milliseconds, by the machine's clock. */
  readonly at: number;
  /** Parsed if it is JSON; null if there was none. */
  readonly body: unknown;
  /** 0 until the response is sent, and for a connection that was cut. */
  readonly status: number;
};

/** What the provider has counted and saved. Durations and positions are milliseconds. */
export type StoredReports = {
  readonly royalties: readonly {
    readonly email: string;
    readonly content_id: string;
    readonly duration: number;
  }[];
  readonly positions: readonly {
    readonly email: string;
    readonly item_id: string;
    readonly chapter_index: number | null;
    readonly chapter_position: number | null;
    readonly last_position: number | null;
  }[];
};

/** The embedded provider in its own process with its own data, and its test controls. */
export class Provider {
  private constructor(
    /** The origin of the app and of the provider's services, without a slash at the end. */
    readonly origin: string,
    private readonly process: ChildProcess,
    private readonly dataDir: string,
  ) {}

  /**
   * Starts a provider on a free port, with fresh data.
   *
   * @param dist folder of the built app that it serves
   * @param options further flags of the provider; by default analytics and messaging are off
   * @param environment further variables of its environment
   * @throws if the build is missing, or if the provider exits or is not ready within two minutes
   */
  static async start(
    dist: string,
    options: readonly string[] = ['--no-collectors'],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Provider> {
    if (!existsSync(join(dist, 'index.html'))) {
      throw new Error(
        `There is no build in ${dist}: run the browser tests by "npm run e2e", which makes one.`,
      );
    }
    const dataDir = await mkdtemp(join(tmpdir(), 'provider-'));
    try {
      const prepared = process.env[PREPARED];
      if (prepared !== undefined) {
        await cp(join(prepared, 'data'), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
      }
      return await Provider.launch(dataDir, ['--faults', '--dist', dist, ...options], environment);
    } catch (error) {
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /** Starts a provider that creates its data in an empty folder, and stops it. */
  static async fill(dataDir: string): Promise<void> {
    const provider = await Provider.launch(dataDir, []);
    await provider.end();
  }

  private static async launch(
    dataDir: string,
    options: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Provider> {
    const prepared = process.env[PREPARED];
    const program =
      prepared === undefined ? ['--import', 'tsx', 'server/main.ts'] : [join(prepared, 'server', 'main.js')];
    const child = spawn(
      process.execPath,
      [...program, '--ready-json', '--port', '0', '--data-dir', dataDir, ...options],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, DATABASE_URL: '', HOST: '', ...environment },
      },
    );
    try {
      return new Provider(await originOf(child), child, dataDir);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Ends the process and removes its data. */
  async stop(): Promise<void> {
    await this.end();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  private async end(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGTERM');
      const force = setTimeout(() => this.process.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(force);
    }
  }

  /** Adds faults. If several match a call, the first one that was added applies. */
  async faults(...faults: readonly Fault[]): Promise<void> {
    for (const fault of faults) await this.control('POST', '', fault);
  }

  async clearFaults(): Promise<void> {
    await this.control('DELETE', '');
  }

  /** Moves the provider's clock ahead of the real one, by milliseconds; 0 resets it. */
  async moveClock(offsetMs: number): Promise<void> {
    await this.control('POST', '/clock', { offset_ms: offsetMs });
  }

  /** Makes every access token that was issued so far invalid. */
  async expireTokens(): Promise<void> {
    await this.control('POST', '/expire-tokens', {});
  }

  /** The calls since the start of the test or the last `forgetCalls`, oldest first. */
  async calls(): Promise<readonly ReceivedCall[]> {
    const response = await this.control('GET', '/log');
    const { entries } = (await response.json()) as { readonly entries: readonly ReceivedCall[] };
    return entries;
  }

  /** The royalties that it has counted since its start, and the position of each listener in each title. */
  async reports(): Promise<StoredReports> {
    const response = await this.control('GET', '/reports');
    return (await response.json()) as StoredReports;
  }

  async forgetCalls(): Promise<void> {
    await this.control('DELETE', '/log');
  }

  /** The code in the newest mail to a listener. Waits for the first mail, because a click returns before its call has finished. */
  async codeFor(email: string): Promise<string> {
    const limit = performance.now() + MAIL_LIMIT_MS;
    for (;;) {
      const { codes } = await this.pool<{ readonly codes: readonly { readonly code: string }[] }>(
        `/codes?email=${encodeURIComponent(email)}`,
      );
      const [mail] = codes;
      if (mail !== undefined) return mail.code;
      if (performance.now() > limit) throw new Error(`Nothing was sent to ${email}`);
      await sleep(MAIL_INTERVAL_MS);
    }
  }

  /** Adds a listener to the user pool, with an account in any state. */
  async addListener(listener: {
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly state?: 'unconfirmed' | 'new-password-required';
    /** The secret of an authenticator app that is set up, in base32. */
    readonly totpSecret?: string;
    /** The number for codes by SMS. */
    readonly smsNumber?: string;
    /** The next sign-in requires the set-up of an authenticator app. */
    readonly mfaRequired?: boolean;
  }): Promise<void> {
    await this.pool('/users', listener);
  }

  /** Changes a listener's account at the user pool, without the app's knowledge. */
  async actOnListener(
    act: 'disable' | 'delete' | 'require-mfa' | 'require-reset' | 'revoke',
    email: string,
  ): Promise<void> {
    await this.pool(`/${act}`, { email });
  }

  private async pool<Body>(path: string, body?: unknown): Promise<Body> {
    const response = await fetch(`${this.origin}/__pool${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`/__pool${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  private async control(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.origin}/__faults${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) {
      throw new Error(`${method} /__faults${path} returned ${response.status}: ${await response.text()}`);
    }
    return response;
  }
}

/** Waits for the line with the provider's origin. A failure contains the provider's output so far. */
async function originOf(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The provider has no output to read.');
  const output: string[] = [];
  // Both streams are read to their end, because a full pipe would block the provider.
  stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const lines = createInterface(stdout);

  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The provider ${why}.\n${output.join('\n')}`));
    const limit = setTimeout(() => fail('did not get ready in time'), START_LIMIT_MS);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      fail(`ended with ${code ?? signal ?? 'no code'}`);
    });
    lines.on('line', (line) => {
      output.push(line);
      const origin = /^\{"origin":"(?<origin>[^"]+)"/.exec(line)?.groups?.['origin'];
      if (origin === undefined) return;
      clearTimeout(limit);
      resolve(origin);
    });
  });
}
