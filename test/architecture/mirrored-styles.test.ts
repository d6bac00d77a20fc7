import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const STYLES = globSync('{src,components,studio/src,server}/**/*.css', {
  exclude: (name) => name.endsWith('node_modules'),
}).toSorted();

/** Styles that name a side although the page may be mirrored, with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  'src/ui/components/controls/menu.module.css .menu left':
    'the middle of the button is measured in the window',
  'src/ui/screens/downloads/downloads.module.css .bar transform-origin': "a rule for [dir='rtl'] follows",
  'src/ui/screens/playback/transport.module.css .slider::-webkit-slider-thumb border-image':
    'a rule for :dir(rtl) follows',
};

const RULE = /(?<selector>[^{};]+)\{(?<body>[^{}]*)\}/gu;
const SIDE = /\b(?:left|right)\b/u;

/** The declarations of a style that name the left or the right side, and are not the same on both sides. */
function sidesIn(style: string): readonly string[] {
  return [...style.replaceAll(/\/\*.*?\*\//gsu, '').matchAll(RULE)].flatMap(({ groups = {} }) => {
    const selector = (groups['selector'] ?? '').trim().replaceAll(/\s+/gu, ' ');
    // Styles for mirrored pages alone.
    if (/dir\(rtl\)|dir='rtl'/u.test(selector)) return [];
    const declarations = (groups['body'] ?? '').split(';').flatMap((each) => {
      const [name = '', ...value] = each.split(':');
      return value.length === 0 ? [] : [[name.trim(), value.join(':').trim()] as const];
    });
    const values = new Map(declarations);
    const opposite = (name: string): string =>
      name.replace(/left|right/u, (side) => (side === 'left' ? 'right' : 'left'));
    return declarations
      .filter(([name, value]) => SIDE.test(name) || (SIDE.test(value) && !value.startsWith('var(')))
      .filter(([name, value]) => !SIDE.test(name) || values.get(opposite(name)) !== value)
      .map(([name]) => `${selector} ${name}`);
  });
}

describe('styles', () => {
  test('name no side, so that a page can be mirrored (LANG-13)', () => {
    // A check that reads nothing would pass.
    expect(STYLES.length).toBeGreaterThan(30);
    const found = STYLES.flatMap((path) =>
      sidesIn(readFileSync(path, 'utf8')).map((each) => `${path.replaceAll('\\', '/')} ${each}`),
    );
    expect(found.toSorted()).toEqual(Object.keys(REASONS).toSorted());
  });

  test('are found by their sides in names and in values, also in a media query (LANG-13)', () => {
    expect(
      sidesIn('.a { margin-left: 1px } @media print { .b { text-align: left; left: 0; right: 0 } }'),
    ).toEqual(['.a margin-left', '.b text-align']);
    expect(sidesIn("[dir='rtl'] .a { text-align: right } .b { inset-inline-start: 0 }")).toEqual([]);
    expect(sidesIn('.a { transform-origin: left } /* left: 0; */ .b { margin: 0 }')).toEqual([
      '.a transform-origin',
    ]);
  });
});
