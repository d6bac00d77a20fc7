import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { mp3, tone } from 'audio-streaming-provider/test/library/support/make-audio';
import { PREPARED } from './provider.ts';

/** A provider of one's own audio, and the operator's commands, each as its own process. */
export class OwnLibrary {
  private child: ChildProcess | null = null;
  private port = '0';

  /** @param options further options of the provider */
  constructor(
    private readonly dataDir: string,
    private readonly folder: string,
    private readonly options: readonly string[] = [],
  ) {}

  /** Starts the provider; a second time at the same address, so that the browser keeps its session. */
  async start(): Promise<string> {
    const dist = process.env['TEST_DIST'] ?? 'dist';
    const child = this.run('main', [
      '--ready-json',
      '--port',
      this.port,
      '--dist',
      dist,
      '--library',
      this.folder,
      ...this.options,
    ]);
    this.child = child;
    if (child.stdout === null) throw new Error('The provider has no output to read.');
    for await (const line of createInterface(child.stdout)) {
      const origin = /^\{"origin":"(?<origin>[^"]+)"\}$/u.exec(line)?.groups?.['origin'];
      if (origin === undefined) continue;
      child.stdout.resume();
      this.port = new URL(origin).port;
      return origin;
    }
    throw new Error('The provider ended before it was ready.');
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  /** @returns what the command printed */
  async admin(args: readonly string[], input = ''): Promise<string> {
    const child = this.run('admin', args);
    if (child.stdout === null || child.stdin === null) throw new Error('The command has no output to read.');
    child.stdin.end(input);
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return output;
  }

  private run(program: 'main' | 'admin', args: readonly string[]): ChildProcess {
    const prepared = process.env[PREPARED];
    const compiled = prepared === undefined ? null : join(prepared, 'server', `${program}.js`);
    const start =
      compiled !== null && existsSync(compiled) ? [compiled] : ['--import', 'tsx', `server/${program}.ts`];
    return spawn(process.execPath, [...start, ...args, '--data-dir', this.dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // The podcast hosts of the tests are on this machine.
      env: { ...process.env, DATABASE_URL: '', HOST: '', FEED_NETWORKS: '127.0.0.1' },
    });
  }
}

const PASSWORD = 'a long password';

/** A provider of one's own audio with its studio. Olga is the owner, Pia a publisher, and Lena a listener. */
export class OwnStudio {
  /** The folder of audio files. */
  readonly folder: string;
  readonly library: OwnLibrary;
  origin = '';
  private readonly work: string;

  constructor() {
    this.work = mkdtempSync(join(tmpdir(), 'studio-'));
    this.folder = join(this.work, 'Audio');
    mkdirSync(this.folder);
    this.library = new OwnLibrary(join(this.work, 'data'), this.folder);
  }

  /** Writes a file, and returns its path. A path with `../` stands beside the folder. */
  write(path: string, contents: Buffer | string): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
    return file;
  }

  /** Starts with a title for each folder: one file with a tone of three seconds. */
  async startWith(folders: readonly string[]): Promise<void> {
    for (const [at, folder] of folders.entries())
      this.write(`${folder}/1.mp3`, await mp3(tone(3, 300 + 50 * at)));
    await this.start();
  }

  /** Imports what was written, and starts the provider. */
  async start(): Promise<void> {
    for (const [name, role] of [
      ['olga', 'owner'],
      ['pia', 'publisher'],
      ['lena', 'listener'],
    ] as const) {
      await this.library.admin(
        ['member', 'add', `${name}@example.org`, '--password-stdin', '--role', role, '--name', name],
        PASSWORD,
      );
    }
    await this.library.admin(['import', this.folder]);
    this.origin = await this.library.start();
  }

  async stop(): Promise<void> {
    await this.library.stop();
    rmSync(this.work, { recursive: true, force: true });
  }

  /** Signs in on the sign-in page that is shown, in any language. */
  async signIn(page: Page, name = 'olga'): Promise<void> {
    const form = page.getByRole('main').locator('form');
    await form.locator('input[type="email"]').fill(`${name}@example.org`);
    await form.locator('input[type="password"]').fill(PASSWORD);
    await form.locator('button[type="submit"]').first().click();
  }

  /** Opens a page of the studio, by way of the sign-in page. */
  async open(page: Page, path = '/studio', name = 'olga'): Promise<void> {
    await page.goto(`${this.origin}${path}`);
    await page.waitForURL(/\/login\?from=/u);
    await this.signIn(page, name);
    await page.waitForURL(`${this.origin}${path}`);
  }
}
