import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

/** Files that name other files of the build. */
const TEXT = new Set(['.html', '.js', '.css', '.json', '.webmanifest']);

/** Made for a build of its own: the new files are compressed when they are served. */
const LEFT_OUT = new Set(['.map', '.br']);

/** The name of an asset ends with a hash of its contents. */
const HASHED = /^(?<name>.+)-(?<hash>[\w-]{8})(?<extension>\.[a-z]+)$/u;

const VERSION = /(?<=\bversion:[`"'])[0-9a-f]{12}(?=[`"'])/u;

/**
 * A folder that a provider serves, and that changes to another build on demand. Each build has the same code, but every
 * asset has another name, and the names of the build before do not exist any more. So a page and a service worker see
 * what they see after a real deployment.
 */
export class Deployments {
  private number = 0;

  private constructor(
    private readonly build: string,
    private readonly folder: string,
  ) {}

  static async of(build: string): Promise<Deployments> {
    const deployments = new Deployments(build, await mkdtemp(join(tmpdir(), 'deployments-')));
    await deployments.deploy();
    return deployments;
  }

  /** The folder that is to be served. */
  get served(): string {
    return join(this.folder, 'served');
  }

  async deploy(): Promise<void> {
    this.number += 1;
    const next = join(this.folder, `build-${String(this.number)}`);
    await this.writeBuild(next);
    const link = join(this.folder, 'next');
    await symlink(next, link, 'junction');
    await rename(link, this.served);
    await rm(join(this.folder, `build-${String(this.number - 1)}`), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
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

/** The old and the new name of an asset; nothing for a file whose name does not change. */
function newName(file: string): readonly (readonly [string, string])[] {
  const { name, extension } = HASHED.exec(file)?.groups ?? {};
  if (name === undefined || extension === undefined) return [];
  return [[file, `${name}-${randomBytes(4).toString('hex')}${extension}`]];
}
