import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names the environment variable that holds the folder of what `prepared-provider.ts` prepared for a run. */
export const PREPARED = 'PREPARED_PROVIDER';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 5_000;
const MAIL_LIMIT_MS = 20_000;
const MAIL_INTERVAL_MS = 50;

/** Something that goes wrong on demand, for the calls that it matches. */
export type Fault = {
  readonly match: {
    readonly method?: string;
    /** Beginning of the path, or a regular expression as text. */
    readonly path: string;
  };
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the answer. */
  readonly delay_ms?: number;
  /** Cuts the connection without an answer. */
  readonly drop?: true;
  /** Answers with what nobody can decode. */
  readonly garbage?: true;
  /** How many calls it spoils; without it, all of them. */
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
  /** Parsed where it is JSON; null where there was none. */
  readonly body: unknown;
  /** 0 until it is answered, and for a connection that was cut. */
  readonly status: number;
};

/** What was sent to a listener and not used yet. */
type Mail = { readonly code: string; readonly link?: string };

/** The embedded provider in a process of its own, with data of its own, and the controls of its test endpoint. */
export class Provider {
  private constructor(
    /** Where the app and the provider's services are served from, without a slash at the end. */
    readonly origin: string,
    private readonly process: ChildProcess,
    private readonly dataDir: string,
  ) {}

  /**
   * Starts a provider on a free port, with fresh data.
   *
   * @param dist folder of the built app that it serves
   * @param options further flags of the provider; analytics and messaging are off unless they say otherwise
   * @throws when the build is missing, or when the provider ends or says nothing within two minutes
   */
  static async start(dist: string, options: readonly string[] = ['--no-collectors']): Promise<Provider> {
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
      return await Provider.launch(dataDir, ['--faults', '--dist', dist, ...options]);
    } catch (error) {
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /** Has a provider make its data in an empty folder, and ends it. */
  static async fill(dataDir: string): Promise<void> {
    const provider = await Provider.launch(dataDir, []);
    await provider.end();
  }

  private static async launch(dataDir: string, options: readonly string[]): Promise<Provider> {
    const prepared = process.env[PREPARED];
    const program =
      prepared === undefined ? ['--import', 'tsx', 'server/main.ts'] : [join(prepared, 'server', 'main.js')];
    const child = spawn(
      process.execPath,
      [...program, '--ready-json', '--port', '0', '--data-dir', dataDir, ...options],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DATABASE_URL: '' } },
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

  /** Adds faults; of those that match a call, the first one added counts. */
  async faults(...faults: readonly Fault[]): Promise<void> {
    for (const fault of faults) await this.control('POST', '', fault);
  }

  async clearFaults(): Promise<void> {
    await this.control('DELETE', '');
  }

  /** Moves the provider's clock against the real one, by milliseconds; 0 puts it back. */
  async moveClock(offsetMs: number): Promise<void> {
    await this.control('POST', '/clock', { offset_ms: offsetMs });
  }

  /** Makes every access token that was issued so far invalid. */
  async expireTokens(): Promise<void> {
    await this.control('POST', '/expire-tokens', {});
  }

  /** The calls received since the test began or last called `forgetCalls`, oldest first. */
  async calls(): Promise<readonly ReceivedCall[]> {
    const response = await this.control('GET', '/log');
    const { entries } = (await response.json()) as { readonly entries: readonly ReceivedCall[] };
    return entries;
  }

  async forgetCalls(): Promise<void> {
    await this.control('DELETE', '/log');
  }

  /** The code that was last sent to a listener, as they would read it in their mail; waits for the first. */
  async codeFor(email: string): Promise<string> {
    return (await this.sentTo(email, isMail)).code;
  }

  /** What a listener's authenticator shows now. */
  async authenticatorCodeFor(email: string): Promise<string> {
    const { code } = await this.pool<{ readonly code: string | null }>(
      `/totp?email=${encodeURIComponent(email)}`,
    );
    if (code === null) throw new Error(`${email} has no authenticator`);
    return code;
  }

  /** Adds a listener to the user pool, in whatever state of an account. */
  async addListener(listener: {
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly state?: 'unconfirmed' | 'new-password-required';
    /** Base32: an authenticator is set up. */
    readonly totpSecret?: string;
    /** Codes come by SMS. */
    readonly smsNumber?: string;
    /** An authenticator has to be set up at the next sign-in. */
    readonly mfaRequired?: boolean;
  }): Promise<void> {
    await this.pool('/users', listener);
  }

  /** The link that confirms a new account, as its listener would find it in their mail; waits for it. */
  async confirmationLinkFor(email: string): Promise<string> {
    return (await this.sentTo(email, hasLink)).link;
  }

  /** Ends a listener's sessions, or more, behind their back. */
  async actOnListener(
    act: 'disable' | 'delete' | 'require-mfa' | 'require-reset' | 'revoke',
    email: string,
  ): Promise<void> {
    await this.pool(`/${act}`, { email });
  }

  /** A click is over before the call that it makes: the mail may come a moment later. */
  private async sentTo<Wanted extends Mail>(
    email: string,
    isWanted: (mail: Mail) => mail is Wanted,
  ): Promise<Wanted> {
    const limit = performance.now() + MAIL_LIMIT_MS;
    for (;;) {
      const { codes } = await this.pool<{ readonly codes: readonly Mail[] }>(
        `/codes?email=${encodeURIComponent(email)}`,
      );
      const mail = codes.find(isWanted);
      if (mail !== undefined) return mail;
      if (performance.now() > limit) throw new Error(`Nothing was sent to ${email}`);
      await sleep(MAIL_INTERVAL_MS);
    }
  }

  private async pool<Answer>(path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.origin}/__pool${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`/__pool${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
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
      throw new Error(`${method} /__faults${path} answered ${response.status}: ${await response.text()}`);
    }
    return response;
  }
}

const isMail = (_mail: Mail): _mail is Mail => true;
const hasLink = (mail: Mail): mail is Required<Mail> => mail.link !== undefined;

/** Waits for the line in which a provider tells its origin; what it says before that explains a failure. */
async function originOf(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The provider has no output to read.');
  const said: string[] = [];
  // Both streams are read to the end, or a full pipe would stop the provider.
  stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const lines = createInterface(stdout);

  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The provider ${why}.\n${said.join('\n')}`));
    const limit = setTimeout(() => fail('did not get ready in time'), START_LIMIT_MS);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      fail(`ended with ${code ?? signal ?? 'no code'}`);
    });
    lines.on('line', (line) => {
      said.push(line);
      const origin = /^\{"origin":"(?<origin>[^"]+)"/.exec(line)?.groups?.['origin'];
      if (origin === undefined) return;
      clearTimeout(limit);
      resolve(origin);
    });
  });
}
