import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { OLDEST_VERSIONS, SUPPORTED_BROWSERS } from '../../scripts/lib/oldest-browsers.mjs';
import { runTool } from '../../scripts/lib/run.mjs';
import { expect, test } from '../support/language.ts';

const DIST = process.env['TEST_DIST'] ?? 'dist';

/** The programs of the app and of the studio, and the service worker. */
const PROGRAMS = [`${DIST}/assets/*.js`, `${DIST}/service-worker.js`];

/**
 * Methods after ES2023. All of the oldest versions have the first two. Libraries define methods with the other names, or
 * look for them before they use them; older-browsers.spec.ts runs the app without them.
 */
const NEWER_METHODS = [
  'StringIsWellFormed',
  'StringToWellFormed',
  'Iterator',
  'SetUnion',
  'SetIntersection',
  'SetDifference',
  'SetSymmetricDifference',
  'SetIsSubsetOf',
  'SetIsSupersetOf',
  'SetIsDisjointFrom',
  'Uint8ArrayFromBase64',
  // The tool takes our own method `transfer` for a method of buffers.
  'ArrayBufferTransfer',
];

/** Style that some of the oldest versions ignore. The page then looks a little different, and works. */
const DECORATION: Readonly<Record<string, string>> = {
  'extended-system-fonts': 'the next font of the list is used',
  'css-scrollbar': 'a scroll bar is wider, or shown',
  'text-size-adjust': 'prevents larger text on a turned phone, where the browser does that',
  'css3-cursors': 'a phone has no cursor',
  'css3-cursors-grab': 'a phone has no cursor',
  'css-resize': 'a text area on a phone keeps its size',
  'css-selection': 'the selection has the colours of the system',
  'css-touch-action': 'Safari knows the values that are used here',
  'css-content-visibility': 'the browser renders parts that are not in view',
};

const REMOVED = 'older-browsers.spec.ts runs the app without it';
const OWN = 'the program means a name of its own';
const LOOKED_FOR = 'a library looks for it before it uses it';

/** Newer names in the programs, with the reason why the product works without them. */
const NEWER_NAMES: Readonly<Record<string, string>> = {
  addRoutes: 'the service worker looks for it before it uses it',
  bytes: OWN,
  canParse: REMOVED,
  cancelIdleCallback: REMOVED,
  capture: OWN,
  connection: REMOVED,
  cookieEnabled: 'all browsers have it; the data calls it newer for one of them',
  cookieStore: REMOVED,
  difference: REMOVED,
  doNotTrack: 'without it, nobody asks not to be tracked',
  drop: OWN,
  estimate: 'without it, the page of downloads does not say how much space is left',
  external: OWN,
  fetchPriority: OWN,
  fromBase64: REMOVED,
  globalPrivacyControl: 'without it, nobody asks not to be tracked',
  hidePopover: REMOVED,
  imageSizes: OWN,
  interactionCount: LOOKED_FOR,
  intersection: REMOVED,
  isDisjointFrom: REMOVED,
  isSubsetOf: REMOVED,
  isSupersetOf: REMOVED,
  keepalive: 'without it, a report of a page that ends may not arrive; the journal keeps it',
  keyboard: OWN,
  locale: OWN,
  maximize: 'that of Intl.Locale, which all have (Chrome 74, Firefox 75, Safari 14)',
  popover: REMOVED,
  prerendering: 'undefined says that the page is not prerendered',
  remote: 'without it, the player has no button for other devices',
  requestIdleCallback: REMOVED,
  scheduler: OWN,
  share: REMOVED,
  startViewTransition: REMOVED,
  symmetricDifference: REMOVED,
  sync: OWN,
  take: OWN,
  toArray: OWN,
  toBase64: REMOVED,
  transfer: OWN,
  trustedTypes: REMOVED,
  try: OWN,
  union: REMOVED,
  userAgentData: REMOVED,
  wasDiscarded: 'undefined says that the page was not discarded',
  when: OWN,
  windows: OWN,
};

/**
 * The interfaces and built-in objects that programs of this kind use. The data has thousands of others, and many of
 * their members have common names.
 */
const INTERFACES =
  /^(?:Window|Navigator|Document|Element|HTML(?:Element|(?:Media|Dialog|Input|Button|Link|Image)Element)|Node|EventTarget|ServiceWorker\w*|InstallEvent|FetchEvent|URL|URLSearchParams|Abort\w+|Performance|Request|Response|Headers|Blob|File|ReadableStream|Storage|StorageManager|Cache\w*|IDB\w+|Lock\w*|BroadcastChannel|MediaSession|MediaMetadata|Crypto|SubtleCrypto|Scheduler|History|Location|Promise|Set|Map|Array|String|Object|Math|Iterator|Uint8Array|ArrayBuffer|RegExp|Error|JSON|Atomics|trustedTypes|scheduler)$/u;

test('every program has only syntax and methods of the oldest browsers that README names', async () => {
  const ignored = `--ignore=${NEWER_METHODS.join(',')}`;
  const { code, output } = await runTool(
    'es-check',
    'es-check',
    ['es2023', ...PROGRAMS, '--module', '--checkFeatures', '--noCache', '--noColor', ignored],
    { quiet: true },
  );
  expect(output).toContain('ES-Check passed');
  expect(code).toBe(0);
});

test('every style sheet has only features of the oldest browsers that README names, or decoration', async () => {
  const sheets = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(DIST, name));
  // A check that reads nothing passes.
  expect(sheets.length).toBeGreaterThan(8);
  const browsers = ['--browsers', SUPPORTED_BROWSERS.join(',')];
  const { output } = await runTool('doiuse', 'doiuse', [...browsers, '--json', ...sheets], { quiet: true });
  const used = output
    .split('\n')
    // The tool also prints warnings.
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { feature: string; featureData: { missing?: string } });
  const missing = used.filter(({ featureData }) => featureData.missing !== undefined);
  expect(new Set(missing.map(({ feature }) => feature))).toEqual(new Set(Object.keys(DECORATION)));
});

/** The versions of the oldest supported browsers. The names are those of the compatibility data. */
const { ios, ...onDesks } = OLDEST_VERSIONS;
const OLDEST = { ...onDesks, safari_ios: ios };

const isInAllOldest = ({ support }: CompatStatement): boolean =>
  Object.entries(OLDEST).every(([browser, oldest]) =>
    [support[browser as keyof typeof OLDEST] ?? []].flat().some((entry) => {
      const { version_added: since, version_removed: until, flags } = entry;
      const from = typeof since === 'string' ? Number(since.replace('≤', '')) : Number.NaN;
      return from <= oldest && until === undefined && flags === undefined;
    }),
  );

/** The names of interfaces and members, and whether all of the oldest versions have them. */
function namesIn(parts: readonly Identifier[]) {
  const [old, newer, newerInterfaces] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const interfaces = parts.flatMap((part) => Object.entries(part).filter(([key]) => key !== '__compat'));
  for (const [owner, entry] of interfaces) {
    const { __compat: compat, ...members } = entry as Identifier;
    const isOld = compat !== undefined && isInAllOldest(compat);
    if (isOld) old.add(owner);
    else newerInterfaces.add(owner);
    if (!isOld && INTERFACES.test(owner)) newer.add(owner);
    for (const [key, { __compat: support }] of Object.entries(members)) {
      // Events, and details of a member, have names of several words.
      const name = key.replace(/_static$/u, '');
      if (support === undefined || name.includes('_')) continue;
      if (isInAllOldest(support)) old.add(name);
      else if (INTERFACES.test(owner)) newer.add(name);
    }
  }
  return { old, newer, newerInterfaces };
}

test('every browser feature that the programs name exists in the oldest browsers, or is not needed', () => {
  const path = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  const data = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly api: Identifier;
    readonly javascript: { readonly builtins: Identifier };
  };
  const { old, newer, newerInterfaces } = namesIn([data.api, data.javascript.builtins]);
  const [used, made] = [new Set<string>(), new Set<string>()];
  const programs = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'));
  for (const file of [...programs.map((name) => join('assets', name)), 'service-worker.js']) {
    const source = readFileSync(join(DIST, file), 'utf8');
    // Names of two letters are made by the minifier.
    for (const [, name = ''] of source.matchAll(/\.([A-Za-z]\w{2,})/gu)) used.add(name);
    for (const [, name = ''] of source.matchAll(/\bnew (?:\w+\.)?([A-Z]\w{3,})/gu)) made.add(name);
  }
  expect(used.size, 'a check that reads nothing passes').toBeGreaterThan(2000);
  expect(made.size).toBeGreaterThan(20);
  // An older interface may have a member of the same name.
  const found = [...newer].filter((name) => used.has(name) && !old.has(name));
  expect(found.toSorted()).toEqual(Object.keys(NEWER_NAMES).toSorted());
  expect([...made].filter((name) => newerInterfaces.has(name))).toEqual([]);
});

test('the page of browsers names the oldest browsers that are checked', () => {
  const page = readFileSync('docs/browsers.md', 'utf8');
  const { chrome, edge, firefox, safari } = OLDEST_VERSIONS;
  expect(page).toContain(`Chrome ${chrome}, Edge ${edge}, Firefox ${firefox} and Safari ${safari}`);
});
