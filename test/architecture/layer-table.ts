import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { syntaxOf, nameOf, type Syntax } from './syntax.ts';

/** A line where a module uses a clock, randomness or a timer. */
export type Impurity = { readonly what: string; readonly line: number };

/** Names that the core must not use at all, because their results depend on time or machine. */
const BANNED = new Set([
  'performance',
  'crypto',
  'process',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'require',
]);

/** The members of `Date` and `Math` that return the same for the same arguments. */
const PURE_DATE = new Set(['parse', 'UTC', 'prototype']);
const IMPURE_MATH = new Set(['random']);

/**
 * Finds what the core must not use, because its rules take `now` as an argument: `Date.now`, `new Date()`
 * and `Date()` without an argument, `Math.random`, timers, and the global objects that lead to them, also through
 * an alias such as `const { now } = Date`.
 */
function impuritiesOf(nodes: readonly Syntax[]): readonly Impurity[] {
  return nodes.flatMap((node) => {
    const name = valueName(node);
    if (name === undefined) return [];
    if (BANNED.has(name)) return [{ what: name, line: node.line }];
    if (name === 'Date' && !isPureDate(node)) return [{ what: 'Date', line: node.line }];
    if (name === 'Math' && !isPureMath(node)) return [{ what: 'Math', line: node.line }];
    return [];
  });
}

/** The name that a node reads as a value. Names of properties, keys and types do not count. */
function valueName(node: Syntax): string | undefined {
  const name = nameOf(node.fields);
  const { parent, role } = node;
  if (name === undefined || !parent || parent.type.startsWith('TS')) return undefined;
  const isPlainName = parent.fields['computed'] !== true && (role === 'property' || role === 'key');
  return isPlainName ? undefined : name;
}

function isPureDate({ parent, role }: Syntax): boolean {
  if (!parent) return false;
  if (parent.type === 'NewExpression' && role === 'callee') return countOf(parent.fields['arguments']) > 0;
  if (parent.type === 'BinaryExpression') return parent.fields['operator'] === 'instanceof';
  return PURE_DATE.has(memberOf(parent, role) ?? '');
}

function isPureMath({ parent, role }: Syntax): boolean {
  const member = parent && memberOf(parent, role);
  return typeof member === 'string' && !IMPURE_MATH.has(member);
}

/** The name of the member that is read from the object, as `parse` in `Date.parse`. */
const memberOf = ({ type, fields }: Syntax, role: string): string | undefined =>
  type === 'MemberExpression' && role === 'object' && fields['computed'] !== true
    ? nameOf(fields['property'])
    : undefined;

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** What one layer may import: other layers, and packages (`'any'`: all packages). */
type Layer = {
  readonly layers: readonly string[];
  readonly packages: readonly string[] | 'any';
  /** Whether its code must not use clocks, randomness or timers. */
  readonly pure?: true;
  /** Whether it runs in Node, and may import what Node has. */
  readonly node?: true;
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
  'src/adapters/cognito': adapter('amazon-cognito-identity-js', '@simplewebauthn/browser'),
  'src/adapters/amplitude': adapter('@amplitude/analytics-browser', '@amplitude/analytics-core'),
  'src/adapters/braze': adapter('@braze/web-sdk'),
  'src/adapters/html-audio': adapter(),
  'src/adapters/indexed-db': adapter(),
  'src/adapters/origin-files': adapter(),
  'src/adapters/transcripts': adapter('audio-streaming-transcripts'),
  'src/adapters/shared': plainAdapter,
  'src/adapters/memory': { ...plainAdapter, layers: [...plainAdapter.layers, 'src/adapters/shared'] },
  'src/adapters/silent': plainAdapter,

  'src/ui': {
    layers: ['src/application', 'src/domain'],
    packages: [
      'audio-streaming-components',
      'audio-streaming-translations',
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
  // The page of the studio: it has the same layers, and shares those of the app.
  'studio/src/domain': { layers: ['src/domain'], packages: [], pure: true },
  'studio/src/ports': { layers: ['src/domain', 'src/ports', 'studio/src/domain'], packages: [], pure: true },
  'studio/src/application': {
    layers: ['src/domain', 'src/ports', 'studio/src/domain', 'studio/src/ports'],
    // How large the files may be that the provider takes.
    packages: ['mobx', 'rxjs', 'audio-streaming-wire'],
    pure: true,
  },
  'studio/src/adapters': {
    layers: ['src/domain', 'src/ports', 'src/adapters', 'studio/src/domain', 'studio/src/ports'],
    packages: [...ADAPTER_TOOLS, 'audio-streaming-wire', 'tus-js-client'],
  },
  'studio/src/ui': {
    layers: ['src/domain', 'studio/src/domain', 'studio/src/application'],
    packages: [
      'audio-streaming-components',
      'audio-streaming-translations',
      'react',
      'mobx-react-lite',
      '@tanstack/react-router',
      'lucide-react',
      '@tanstack/react-virtual',
    ],
  },
  'studio/src/composition': {
    layers: ['src/domain', 'src/ports', 'src/adapters', 'src/composition', 'src/start', 'studio/src'],
    packages: 'any',
  },
  'studio/src/main.tsx': {
    layers: ['studio/src/composition', 'studio/src/ui'],
    packages: ['audio-streaming-components', 'audio-streaming-translations', 'react-dom'],
  },
  // Runs before everything else in the page.
  'studio/src/start': { layers: ['src/start'], packages: [] },

  // What the screens of both share.
  components: {
    layers: [],
    packages: ['react', 'react-dom', 'lucide-react', 'audio-streaming-translations'],
  },

  // Runs before everything else in the page. It imports pure rules, and the parts of the calls that it sends, so it stays small.
  'src/start': {
    layers: ['src/domain', 'src/adapters/http', 'src/adapters/cognito/session'],
    packages: ['audio-streaming-translations'],
  },
  // Runs beside the page, and after it.
  'src/service-worker': { layers: [], packages: [] },

  // Reads the formats of transcripts, for the app and for the provider.
  transcripts: { layers: [], packages: ['htmlparser2', 'entities'], pure: true },

  // Languages, texts and formats, for the pages and for the mails; `build` makes the catalogues.
  translations: { layers: [], packages: [], pure: true },
  'translations/build': {
    layers: ['translations'],
    packages: ['pofile'],
    node: true,
  },

  // Shares no other code with the app, so that it proves the wire independently. The page of the studio and its API are
  // one product, so they share the schemas of its calls.
  server: { layers: [], packages: 'any', node: true },
  wire: { layers: [], packages: ['valibot'] },
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
    return layer.node ? null : `${name} must not import Node's ${specifier}`;
  }
  const packageName = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const allowed = layer.packages === 'any' || layer.packages.includes(packageName);
  return allowed ? null : `${name} must not import the package ${packageName}`;
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
