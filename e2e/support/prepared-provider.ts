import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { PREPARED, Provider } from './provider.ts';

const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Prepares a run of tests before the first worker starts: compiles the provider, and fills a data folder with the
 * catalogue and the demo listeners. Each provider starts with its own copy.
 *
 * @returns removes the prepared files
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'prepared-provider-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await compile(folder);
    process.env[PREPARED] = folder;
    await Provider.fill(join(folder, 'data'));
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Compiles the provider and its workers to JavaScript, next to the files that it serves. */
async function compile(folder: string): Promise<void> {
  const { NODE_ENV: before } = process.env;
  await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: join(folder, 'server'),
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          main: inProject('server/main.ts'),
          admin: inProject('server/admin.ts'),
          'worker-entry': inProject('server/demo/sounds/worker.ts'),
          'feed-worker-entry': inProject('server/feeds/read/feed-worker.ts'),
          'power-worker-entry': inProject('server/pool/srp/power-worker.ts'),
          'read-worker-entry': inProject('server/library/read/read-worker.ts'),
        },
        // All in one folder, because the code finds its workers and pages beside itself.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  // A build sets NODE_ENV, which the providers would inherit.
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  await cp(inProject('server/demo/collectors/page'), join(folder, 'server', 'page'), { recursive: true });
  // The provider uses the libraries of the project.
  await symlink(inProject('node_modules'), join(folder, 'node_modules'), 'junction');
}
