import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Syntax, syntaxOf } from './syntax.ts';

/**
 * Which parts of the server a part may import, beside itself. A part is a folder, or a file at the top. A part imports
 * only parts above it in the table, so no import leads back.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'clock.ts': [],
  'bounded-cache.ts': [],
  'text.ts': [],
  'repeat.ts': [],
  'turns.ts': [],
  'synced-files.ts': [],
  // The database itself: connections and migrations. It knows no type of a feature.
  db: ['clock.ts', 'repeat.ts', 'synced-files.ts'],
  // Where media that were uploaded or made are stored: on a disk, or in a bucket.
  store: ['clock.ts', 'synced-files.ts', 'db'],
  http: ['clock.ts', 'text.ts', 'bounded-cache.ts', 'db', 'store'],
  // In which language pages and mails speak.
  languages: ['text.ts', 'http'],
  // What operators watch: health, metrics, log.
  watch: ['clock.ts', 'http'],
  // The outbox, and the mail server. Whoever causes a mail stores it there.
  mail: ['clock.ts', 'repeat.ts', 'text.ts', 'languages'],
  catalogue: ['bounded-cache.ts', 'db'],
  media: ['clock.ts', 'http', 'catalogue'],
  pool: ['bounded-cache.ts', 'text.ts', 'db', 'http', 'languages', 'mail'],
  members: ['clock.ts', 'text.ts', 'db', 'catalogue', 'media', 'mail', 'pool'],
  // Selling plans and titles, with its pages.
  billing: ['clock.ts', 'db', 'http', 'languages', 'catalogue', 'members', 'pool'],
  // What serves the media of a source.
  'source.ts': ['clock.ts', 'store', 'http', 'media', 'members'],
  // The feeds for other apps. The API makes their addresses.
  'private-feeds': [
    'clock.ts',
    'text.ts',
    'repeat.ts',
    'bounded-cache.ts',
    'db',
    'mail',
    'http',
    'languages',
    'catalogue',
    'media',
    'members',
    'source.ts',
  ],
  // The export of a listener reads the tables of all features below.
  api: [
    'clock.ts',
    'text.ts',
    'db',
    'http',
    'languages',
    'mail',
    'catalogue',
    'media',
    'members',
    'pool',
    'billing',
    'private-feeds',
  ],
  // The page of a shared link names what it is about.
  host: ['text.ts', 'http', 'catalogue'],
  faults: ['clock.ts', 'http'],
  'claim-database.ts': ['db', 'members'],
  // The demonstration is one source.
  demo: [
    'clock.ts',
    'text.ts',
    'bounded-cache.ts',
    'http',
    'catalogue',
    'media',
    'members',
    'pool',
    'source.ts',
  ],
  // One's own audio is another source.
  library: [
    'clock.ts',
    'text.ts',
    'bounded-cache.ts',
    'repeat.ts',
    'source.ts',
    'db',
    'store',
    'http',
    'catalogue',
    'media',
    'members',
  ],
  // Podcasts are added to it.
  feeds: [
    'turns.ts',
    'clock.ts',
    'repeat.ts',
    'source.ts',
    'db',
    'store',
    'catalogue',
    'media',
    'members',
    'library',
  ],
  // Publishers and owners edit both.
  studio: [
    'synced-files.ts',
    'db',
    'store',
    'http',
    'catalogue',
    'media',
    'mail',
    'members',
    'billing',
    'api',
    'library',
    'feeds',
    'private-feeds',
  ],
  // It knows tables only by name. Three tables show whether a database is empty.
  backup: ['text.ts', 'synced-files.ts', 'db', 'catalogue', 'pool', 'members'],
  'given.ts': [],
  // The top floor: what a part is, the part of each feature, and their list. No feature imports a part.
  parts: [
    'claim-database.ts',
    'backup',
    'repeat.ts',
    'source.ts',
    'clock.ts',
    'text.ts',
    'db',
    'store',
    'http',
    'languages',
    'watch',
    'mail',
    'catalogue',
    'media',
    'pool',
    'members',
    'billing',
    'api',
    'host',
    'faults',
    'demo',
    'library',
    'feeds',
    'private-feeds',
    'studio',
    'given.ts',
  ],
  // The operator's commands.
  admin: [
    'claim-database.ts',
    'clock.ts',
    'mail',
    'members',
    'billing',
    'pool',
    'library',
    'feeds',
    'private-feeds',
    'backup',
    'db',
    'watch',
    'given.ts',
    'parts',
  ],
  'options.ts': ['watch', 'given.ts', 'parts', 'library'],
  'provider.ts': ['clock.ts', 'members', 'pool', 'parts'],
  'main.ts': [
    'claim-database.ts',
    'db',
    'store',
    'watch',
    'members',
    'demo',
    'given.ts',
    'options.ts',
    'provider.ts',
  ],
  'admin.ts': ['claim-database.ts', 'db', 'text.ts', 'given.ts', 'parts', 'options.ts', 'admin'],
};

/** @param path relative to `server` */
export const partOf = (path: string): string => path.split('/', 1).join('');

/** The files of the server without its tests, relative to `server`, with their syntax. */
export const serverFiles = (): ReadonlyMap<string, readonly Syntax[]> =>
  new Map(
    readdirSync('server', { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.(?:ts|js)$/u.test(name) && !/^(?:test|node_modules)\//u.test(name))
      .map((path) => [path, syntaxOf(path, readFileSync(posix.join('server', path), 'utf8'))]),
  );
