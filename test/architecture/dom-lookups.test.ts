import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { nameOf, syntaxOf, type Syntax } from './syntax.ts';

/**
 * Views get elements by refs, and data by props and context. These files look into the document, because the platform
 * has no other way. `lookups` is the number of them in the file.
 */
const ALLOWED: Readonly<Record<string, { readonly lookups: number; readonly why: string }>> = {
  'src/ui/components/carousel/carousel.tsx': {
    lookups: 1,
    why: 'only the browser knows whether the keyboard or a click has moved the focus',
  },
  'src/ui/components/controls/use-menu-popover.ts': {
    lookups: 1,
    why: 'only the browser knows whether a popover is open, which Escape closes first',
  },
  'src/ui/navigation/restore-scroll.ts': {
    lookups: 1,
    why: 'a hash in the address names its target by id',
  },
  'src/ui/screens/messaging/html-message-view.tsx': {
    lookups: 2,
    why: 'an HTML message is a document of somebody else, in a frame',
  },
  'src/ui/screens/playback/player.tsx': {
    lookups: 4,
    why: 'keys are handled for the whole page: the focused widget or an open modal dialog may use the key itself',
  },
};

/** Properties that find other elements, or read what an element shows. */
const LOOKUPS: ReadonlySet<string> = new Set([
  'querySelector',
  'querySelectorAll',
  'getElementById',
  'getElementsByClassName',
  'getElementsByName',
  'getElementsByTagName',
  'closest',
  'getAttribute',
  'textContent',
  'innerText',
  'innerHTML',
]);

/** A name that other objects have too: it counts only as a call. */
const CALLED = 'matches';

/** Setting the text of an own element looks nothing up. */
const isWritten = ({ parent, role }: Syntax): boolean =>
  parent?.type === 'AssignmentExpression' && role === 'left';

const isLookup = (node: Syntax): boolean => {
  if (node.type === 'MemberExpression') {
    const name = nameOf(node.fields['property']) ?? '';
    if (name === CALLED) return node.role === 'callee';
    return LOOKUPS.has(name) && !isWritten(node);
  }
  // `const { textContent } = element`
  return (
    node.type === 'Property' &&
    node.parent?.type === 'ObjectPattern' &&
    LOOKUPS.has(nameOf(node.fields['key']) ?? '')
  );
};

const lookupsIn = (path: string, source: string): number => syntaxOf(path, source).filter(isLookup).length;

const paths = ['components', 'src/ui', 'studio/src/ui']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name.replaceAll('\\', '/')),
    ),
  )
  .filter((path) => /\.tsx?$/.test(path))
  .toSorted();

test('no part of the views finds another part in the document, but for the listed reasons', () => {
  // A check that reads nothing would pass.
  expect(paths.length).toBeGreaterThan(100);
  const found = paths.flatMap((path) => {
    const lookups = lookupsIn(path, readFileSync(path, 'utf8'));
    return lookups === 0 ? [] : [[path, lookups] as const];
  });
  expect(found).toEqual(Object.entries(ALLOWED).map(([path, { lookups }]) => [path, lookups]));
});
