import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { OwnLibrary } from './own-library.ts';

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

  /** Signs in on the sign-in page that is shown. */
  async signIn(page: Page, name = 'olga'): Promise<void> {
    await page.getByLabel('Email', { exact: true }).fill(`${name}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  /** Opens a page of the studio, by way of the sign-in page. */
  async open(page: Page, path = '/studio', name = 'olga'): Promise<void> {
    await page.goto(`${this.origin}${path}`);
    await page.waitForURL(/\/login\?from=/u);
    await this.signIn(page, name);
    await page.waitForURL(`${this.origin}${path}`);
  }
}
