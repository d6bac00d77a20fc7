import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

/** The types of files that contain names of other files of the build. */
const TEXT = new Set(['.html', '.js', '.css', '.json', '.webmanifest']);

/** The types of files that are left out. The provider compresses the new files when it serves them. */
const LEFT_OUT = new Set(['.map', '.br']);

/** The name of an asset, which ends with a hash of its contents. */
const HASHED = /^(?<name>.+)-(?<hash>[\w-]{8})(?<extension>\.[a-z]+)$/u;

const VERSION = /(?<=\bversion:[`"'])[0-9a-f]{12}(?=[`"'])/u;

/**
 * A folder that a provider serves. `deploy` replaces it by another build. Each build has the same code, but the names
 * of all assets are new, and the earlier names no longer exist. So a page and a service worker see the same as after
 * a real deployment.
 */
export class Deployments {
  private number = 0;
  private latest: Promise<void> = Promise.resolve();

  private constructor(
    private readonly build: string,
    private readonly folder: string,
  ) {}

  static async of(build: string): Promise<Deployments> {
    const deployments = new Deployments(build, await mkdtemp(join(tmpdir(), 'deployments-')));
    await deployments.deploy();
    return deployments;
  }

  /** The folder that the provider serves. */
  get served(): string {
    return join(this.folder, 'served');
  }

  /** Serves another build. A deployment waits until the deployment before it has ended. */
  async deploy(): Promise<void> {
    this.latest = this.latest.then(() => this.replace());
    await this.latest;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  private async replace(): Promise<void> {
    this.number += 1;
    const next = join(this.folder, `build-${String(this.number)}`);
    await this.writeBuild(next);
    const link = join(this.folder, 'next');
    await symlink(next, link, 'junction');
    await rename(link, this.served);
    await rm(join(this.folder, `build-${String(this.number - 1)}`), { recursive: true, force: true });
  }

  private async writeBuild(to: string): Promise<void> {
    const files = (await readdir(this.build, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && !LEFT_OUT.has(extname(file.name)))
      .map((file) => ({ name: file.name, folder: file.parentPath.slice(this.build.length) }));
    const names = new Map(files.flatMap(({ name }) => newName(name)));
    const everyName = new RegExp(
      [...names.keys()].map((name) => name.replaceAll('.', String.raw`\.`)).join('|'),
      'gu',
    );
    const renamed = (text: string): string => text.replaceAll(everyName, (name) => names.get(name) ?? name);
    for (const { name, folder } of files) {
      await mkdir(join(to, folder), { recursive: true });
      const path = join(to, folder, names.get(name) ?? name);
      const contents = await readFile(join(this.build, folder, name));
      if (!TEXT.has(extname(name))) await writeFile(path, contents);
      else {
        const text = renamed(contents.toString('utf8'));
        const isWorker = name === 'service-worker.js';
        await writeFile(path, isWorker ? text.replace(VERSION, randomBytes(6).toString('hex')) : text);
      }
    }
  }
}

/** The old and the new name of an asset. Empty for a file that keeps its name. */
function newName(file: string): readonly (readonly [string, string])[] {
  const { name, extension } = HASHED.exec(file)?.groups ?? {};
  if (name === undefined || extension === undefined) return [];
  return [[file, `${name}-${randomBytes(4).toString('hex')}${extension}`]];
}
