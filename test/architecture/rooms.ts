import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { impuritiesOf } from './impurities.ts';
import { syntaxOf } from './syntax.ts';

/** What one room may import: other rooms, and packages (`'any'`: all of them). */
type Room = {
  readonly rooms: readonly string[];
  readonly packages: readonly string[] | 'any';
  /** Whether its code must answer the same at every moment and on every machine. */
  readonly pure?: true;
};

/** Well-kept tools that any adapter may use beside its one vendor: events over time, and decoding at the edge. */
const ADAPTER_TOOLS = ['rxjs', 'valibot'];
const adapter = (...vendor: readonly string[]): Room => ({
  rooms: ['src/domain', 'src/ports', 'src/adapters/signals'],
  packages: [...vendor, ...ADAPTER_TOOLS],
});
/** An adapter whose vendor is fetched after the page stands. */
const late = (...vendor: readonly string[]): Room => ({
  rooms: ['src/domain', 'src/ports', 'src/adapters/signals', 'src/adapters/lazy'],
  packages: [...vendor, ...ADAPTER_TOOLS],
});
/** An adapter without a vendor: a double, or one that stays silent. */
const plainAdapter: Room = { rooms: ['src/domain', 'src/ports'], packages: [] };

/**
 * The rooms of the project and what each may import, beside itself. A folder belongs to the room with the longest
 * name that it begins with; a folder of `src/` or `server/` without a room is a violation.
 */
const ROOMS: Readonly<Record<string, Room>> = {
  'src/domain': { rooms: [], packages: [], pure: true },
  'src/ports': { rooms: ['src/domain'], packages: [], pure: true },
  'src/application': { rooms: ['src/domain', 'src/ports'], packages: [], pure: true },

  'src/adapters/http': adapter(),
  'src/adapters/browser-tabs': adapter(),
  'src/adapters/cognito': adapter('amazon-cognito-identity-js'),
  'src/adapters/lazy': plainAdapter,
  'src/adapters/amplitude': late('@amplitude/analytics-browser', '@amplitude/analytics-core'),
  'src/adapters/braze': late('@braze/web-sdk'),
  'src/adapters/feed': adapter('@rgrove/parse-xml'),
  'src/adapters/html-audio': adapter(),
  'src/adapters/indexed-db': adapter(),
  'src/adapters/cookies': adapter(),
  'src/adapters/local-storage': adapter(),
  'src/adapters/media-session': adapter(),
  'src/adapters/playback-journal': adapter(),
  'src/adapters/system': adapter(),
  'src/adapters/signals': plainAdapter,
  'src/adapters/memory': { ...plainAdapter, rooms: [...plainAdapter.rooms, 'src/adapters/signals'] },
  'src/adapters/silent': plainAdapter,

  'src/ui': {
    rooms: ['src/application', 'src/domain'],
    packages: [
      'react',
      'react-dom',
      '@tanstack/react-router',
      'mobx-react-lite',
      // What observes outside a component: a handle that moves by itself, an outcome that many states lead to.
      'mobx',
      'swiper',
      'lucide-react',
      'uqr',
    ],
  },
  'src/composition': {
    // The start script's reading of the configuration document is the page's own.
    rooms: ['src/domain', 'src/ports', 'src/application', 'src/adapters', 'src/ui', 'src/start'],
    packages: 'any',
  },
  'src/main.tsx': {
    rooms: ['src/domain', 'src/ports', 'src/application', 'src/adapters', 'src/ui', 'src/composition'],
    packages: 'any',
  },
  // Runs before everything else, inside the page: it stays small by knowing nobody.
  'src/start': { rooms: [], packages: [] },
  // Lives beside the page, and outlives it.
  'src/service-worker': { rooms: [], packages: [] },

  // An independent witness of the wire: it shares no code with the app.
  server: { rooms: [], packages: 'any' },
};

/**
 * Names the room of a file.
 *
 * @param path relative to the project, with forward slashes
 */
export function roomOf(path: string): string | undefined {
  return Object.keys(ROOMS)
    .filter((room) => isInside(path, room))
    .toSorted((one, other) => other.length - one.length)[0];
}

/**
 * Judges one file against the table.
 *
 * @param path relative to the project, with forward slashes
 * @returns one sentence a violation, beginning with the file and the line
 */
export function violationsIn(path: string, source: string): readonly string[] {
  const name = roomOf(path);
  const room = name === undefined ? undefined : ROOMS[name];
  if (name === undefined || !room) return [`${path}: this folder has no room in the table`];

  const nodes = syntaxOf(path, source);
  const imports = importsOf(nodes).flatMap(({ specifier, line }) => {
    const reason =
      specifier === null ? 'an import that cannot be read' : objection(path, name, room, specifier);
    return reason ? [`${path}:${line}: ${reason}`] : [];
  });
  const impurities = room.pure ? impuritiesOf(nodes) : [];
  return [...imports, ...impurities.map(({ what, line }) => `${path}:${line}: ${name} must not use ${what}`)];
}

/** Why a room may not import this, or null when it may. */
function objection(path: string, name: string, room: Room, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier);
    const targetRoom = roomOf(target);
    const allowed = targetRoom === name || room.rooms.some((other) => isInside(target, other));
    return allowed ? null : `${name} must not import ${targetRoom ?? target}`;
  }
  if (specifier.startsWith('node:')) {
    return name === 'server' ? null : `${name} must not import Node's ${specifier}`;
  }
  const packageName = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const allowed = room.packages === 'any' || room.packages.includes(packageName);
  return allowed ? null : `${name} must not import the package ${packageName}`;
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
