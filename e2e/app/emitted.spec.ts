import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { OLDEST_VERSIONS, SUPPORTED_BROWSERS } from '../../scripts/lib/oldest-browsers.mjs';
import { runTool } from '../../scripts/lib/run.mjs';

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

test('README names the oldest browsers that are checked', () => {
  const readme = readFileSync('README.md', 'utf8');
  const { chrome, edge, firefox, safari } = OLDEST_VERSIONS;
  expect(readme).toContain(`Chrome ${chrome}, Edge ${edge}, Firefox ${firefox} and Safari ${safari}`);
});
