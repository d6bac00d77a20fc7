import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { impuritiesOf } from './impurities.ts';
import { syntaxOf } from './syntax.ts';

/** What one layer may import: other layers, and packages (`'any'`: all packages). */
type Layer = {
  readonly layers: readonly string[];
  readonly packages: readonly string[] | 'any';
  /** Whether its code must not use clocks, randomness or timers. */
  readonly pure?: true;
};

/** Packages that any adapter may use beside its vendor: RxJS for events, Valibot for decoding. */
const ADAPTER_TOOLS = ['rxjs', 'valibot'];
const adapter = (...vendor: readonly string[]): Layer => ({
  layers: ['src/domain', 'src/ports', 'src/adapters/shared'],
  packages: [...vendor, ...ADAPTER_TOOLS],
});
/** An adapter without a vendor: a double, or one that does nothing. */
const plainAdapter: Layer = { layers: ['src/domain', 'src/ports'], packages: [] };

/**
 * The layers of the project and what each may import, beside itself. A folder belongs to the layer with the longest
 * matching name. A folder of `src/` or `server/` without a layer is a violation.
 */
const LAYERS: Readonly<Record<string, Layer>> = {
  'src/domain': { layers: [], packages: [], pure: true },
  'src/ports': { layers: ['src/domain'], packages: [], pure: true },
  'src/application': { layers: ['src/domain', 'src/ports'], packages: [], pure: true },

  // What the platform itself offers: storage, tabs, media keys, clock, network.
  'src/adapters/browser': adapter(),
  'src/adapters/http': adapter(),
  'src/adapters/cognito': adapter('amazon-cognito-identity-js'),
  'src/adapters/amplitude': adapter('@amplitude/analytics-browser', '@amplitude/analytics-core'),
  'src/adapters/braze': adapter('@braze/web-sdk'),
  'src/adapters/html-audio': adapter(),
  'src/adapters/indexed-db': adapter(),
  'src/adapters/origin-files': adapter(),
  // The items of the studio are decoded as those of the product API. Its calls have the provider's own schemas.
  'src/adapters/studio-http': {
    ...adapter(),
    layers: [...adapter().layers, 'src/adapters/http/wire', 'server/wire'],
  },
  'src/adapters/tus': adapter('tus-js-client'),
  'src/adapters/transcripts': { ...adapter(), layers: [...adapter().layers, 'transcripts'] },
  'src/adapters/shared': plainAdapter,
  'src/adapters/memory': { ...plainAdapter, layers: [...plainAdapter.layers, 'src/adapters/shared'] },
  'src/adapters/silent': plainAdapter,
  // Records calls of ports. It asks MobX which objects are states.

  'src/ui': {
    layers: ['src/application', 'src/domain'],
    packages: [
      'react',
      'react-dom',
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      'mobx-react-lite',
      // Observes states outside a component: the slider that moves with the sound, and values derived from states.
      'mobx',
      'swiper',
      // Drags rows: an order by mouse and by finger.
      '@dnd-kit/core',
      '@dnd-kit/sortable',
      'lucide-react',
      'uqr',
    ],
  },
  'src/composition': {
    // The page reads the configuration document with the start script's code.
    layers: ['src/domain', 'src/ports', 'src/application', 'src/adapters', 'src/ui', 'src/start'],
    packages: 'any',
  },
  'src/main.tsx': {
    layers: ['src/domain', 'src/ports', 'src/application', 'src/adapters', 'src/ui', 'src/composition'],
    packages: 'any',
  },
  'src/studio.tsx': { layers: ['src/composition', 'src/ui'], packages: ['react-dom'] },
  // Runs before everything else in the page. It imports pure rules, and the parts of the calls that it sends, so it stays small.
  'src/start': {
    layers: ['src/domain', 'src/adapters/http', 'src/adapters/cognito/session'],
    packages: [],
  },
  // Runs beside the page, and after it.
  'src/service-worker': { layers: [], packages: [] },

  // Reads the formats of transcripts, for the app and for the provider.
  transcripts: { layers: [], packages: ['media-captions', 'htmlparser2', 'entities'], pure: true },

  // Shares no other code with the app, so that it proves the wire independently. The page of the studio and its API are
  // one product, so they share the schemas of its calls.
  server: { layers: ['transcripts', 'server/wire'], packages: 'any' },
  'server/wire': { layers: [], packages: ['valibot'] },
};

/**
 * Names the layer of a file.
 *
 * @param path relative to the project, with forward slashes
 */
export function layerOf(path: string): string | undefined {
  return Object.keys(LAYERS)
    .filter((layer) => isInside(path, layer))
    .toSorted((one, other) => other.length - one.length)[0];
}

/**
 * Judges one file against the table.
 *
 * @param path relative to the project, with forward slashes
 * @returns one sentence per violation, starting with file and line
 */
export function violationsIn(path: string, source: string): readonly string[] {
  const name = layerOf(path);
  const layer = name === undefined ? undefined : LAYERS[name];
  if (name === undefined || !layer) return [`${path}: this folder has no layer in the table`];

  const nodes = syntaxOf(path, source);
  const imports = importsOf(nodes).flatMap(({ specifier, line }) => {
    const reason =
      specifier === null ? 'an import that cannot be read' : objection(path, name, layer, specifier);
    return reason ? [`${path}:${line}: ${reason}`] : [];
  });
  const impurities = layer.pure ? impuritiesOf(nodes) : [];
  return [...imports, ...impurities.map(({ what, line }) => `${path}:${line}: ${name} must not use ${what}`)];
}

/** Why a layer may not import this, or null if it may. */
function objection(path: string, name: string, layer: Layer, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier);
    const targetLayer = layerOf(target);
    const allowed = targetLayer === name || layer.layers.some((other) => isInside(target, other));
    return allowed ? null : `${name} must not import ${targetLayer ?? target}`;
  }
  if (specifier.startsWith('node:')) {
    return name === 'server' ? null : `${name} must not import Node's ${specifier}`;
  }
  const packageName = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const allowed = layer.packages === 'any' || layer.packages.includes(packageName);
  return allowed ? null : `${name} must not import the package ${packageName}`;
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
