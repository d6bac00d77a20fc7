import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { type OpenedList } from '../../../src/application/catalogue/lists.ts';
import { PagedList } from '../../../src/application/catalogue/paged-list.ts';
import { UserState } from '../../../src/application/session/user-state.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { HistoryLists } from '../../../src/ui/navigation/history-lists.ts';
import { signalOf } from '../../../src/ui/routes/loading.ts';
import { parsePlainSearch, stringifyPlainSearch } from '../../../src/ui/navigation/plain-search.ts';
import { isInStudio, returnPath } from '../../../src/ui/navigation/return-path.ts';

const aList = (): OpenedList<ContentItem> => ({
  list: new PagedList<ContentItem>(),
  loadMore: async () => {},
  loadRest: async () => {},
  refresh: async () => {},
  retry: async () => {},
});

const keptFor = () => {
  const user = new UserState();
  return { user, kept: new HistoryLists<ContentItem>(user) };
};

describe('lists for back and forward navigation', () => {
  it('returns the list that the history entry has shown (CAT-25)', () => {
    const { kept } = keptFor();
    const [list, other] = [aList(), aList()];
    kept.shown('a', list);
    expect(kept.open('a', () => other)).toBe(list);
    expect(kept.open('b', () => other)).toBe(other);
  });

  it('returns a new list for an entry whose list was forgotten', () => {
    const { kept } = keptFor();
    const [list, other] = [aList(), aList()];
    kept.shown('a', list);
    kept.forget('a');
    expect(kept.open('a', () => other)).toBe(other);
  });

  it('returns no stored list to another listener (CAT-25)', () => {
    const { kept, user } = keptFor();
    const other = aList();
    kept.shown('a', aList());
    user.setUser({ ...NOBODY, id: userId('somebody') });
    expect(kept.open('a', () => other)).toBe(other);
  });

  it('stores the ten lists that were shown last (CAT-25)', () => {
    const { kept } = keptFor();
    const [first, second, fresh] = [aList(), aList(), aList()];
    kept.shown('0', first);
    kept.shown('1', second);
    for (let at = 2; at <= 9; at += 1) kept.shown(String(at), aList());
    kept.shown('0', first);
    kept.shown('10', aList());
    expect(kept.open('0', () => fresh)).toBe(first);
    expect(kept.open('1', () => fresh)).toBe(fresh);
  });

  it('reloads the list on the screen, and removes the others', () => {
    const { kept } = keptFor();
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    const [shown, other, fresh] = [{ ...aList(), refresh }, aList(), aList()];
    kept.shown('other', other);
    kept.shown('shown', shown);
    kept.refresh('shown');
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(kept.open('shown', () => fresh)).toBe(shown);
    expect(kept.open('other', () => fresh)).toBe(fresh);
    kept.refresh('no list');
    expect(kept.open('shown', () => fresh)).toBe(fresh);
  });
});

test('reads the stack of the abort reason once, so that no page stays in memory', () => {
  const controller = new AbortController();
  const signal = signalOf(controller);
  let reads = 0;
  const reason = Object.defineProperty(new Error('left'), 'stack', {
    get: () => {
      reads += 1;
      return '';
    },
  });
  expect(signal).toBe(controller.signal);
  expect(reads).toBe(0);

  controller.abort(reason);
  controller.abort(reason);

  expect(reads).toBe(1);
});

describe('the query string as plain text (CAT-30)', () => {
  it.each(['123', 'true', 'null', '"quoted"', '{"a":1}', 'a b', 'a+b', '50% off', 'naïve & sons'])(
    'q=%s stays this very string',
    (q) => {
      expect(parsePlainSearch(stringifyPlainSearch({ q }))).toEqual({ q });
    },
  );

  it('is not quoted in the address', () => {
    expect(stringifyPlainSearch({ q: '123' })).toBe('?q=123');
    expect(stringifyPlainSearch({ from: '/library' })).toBe('?from=%2Flibrary');
  });

  it('leaves out absent values', () => {
    expect(stringifyPlainSearch({})).toBe('');
    expect(stringifyPlainSearch({ q: undefined })).toBe('');
  });

  it('reads every text that it wrote', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, text, { noNullPrototype: true }), (search) => {
        expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search);
      }),
    );
  });

  it('does not change a prototype', () => {
    const search = parsePlainSearch('?__proto__=x&constructor=y');
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
    expect(Object.hasOwn(search, '__proto__')).toBe(true);
  });
});

const ORIGIN = 'https://listen.test';
const MEMBER_PATHS = [/^\/$/u, /^\/library$/u, /^\/audios\/[^/]+$/u, /^\/search-results$/u];
const isMemberPath = (pathname: string) => MEMBER_PATHS.some((pattern) => pattern.test(pathname));
const follow = (from: string | undefined) => returnPath(from, ORIGIN, isMemberPath);

describe('the path after signing in (SES-2)', () => {
  it.each([
    ['/library', '/library'],
    ['/audios/b-12#tracks', '/audios/b-12#tracks'],
    ['/search-results?q=123&x=%2F', '/search-results?q=123&x=%2F'],
    ['/audios/a%2Fb', '/audios/a%2Fb'],
    ['/x/../library', '/library'],
    [`${ORIGIN}/library`, '/library'],
  ])('%s is followed', (from, path) => {
    expect(follow(from)).toBe(path);
  });

  it('is home without a value', () => {
    expect(follow(undefined)).toBe('/');
    expect(follow('')).toBe('/');
  });

  it.each(['/login', '/login?from=%2Flibrary', '/create', '/forgot-password', '/nowhere', '/library/more'])(
    '%s, which needs no session or does not exist, leads home',
    (from) => {
      expect(follow(from)).toBe('/');
    },
  );

  it.each([
    '//e.test',
    '//e.test/library',
    '///e.test',
    '////e.test/library',
    '/\\e.test',
    '\\\\e.test',
    '\\/e.test/library',
    '/\\/e.test',
    '/..//e.test/library',
    '/.//e.test',
    '/%2e%2e//e.test',
    '/%2f%2fe.test',
    '%2f%2fe.test',
    '/%5ce.test',
    '/\r\n/e.test',
    '\u0000//e.test',
    'https://e.test\\@listen.test/library',
    'e.test',
    '@e.test',
    '/nowhere/<script>alert(1)</script>',
    '/x/..//e.test/library',
    '/\t/e.test',
    '/\n/e.test/library',
    '\t//e.test',
    ' //e.test',
    'https://e.test/library',
    'HTTPS://e.test/library',
    'https:e.test',
    'https:/e.test',
    'https:\\e.test',
    'http://listen.test/library',
    'https://listen.test:8443/library',
    'https://listen.test.e.test/library',
    'https://listen.test@e.test/library',
    'https://e.test#@listen.test/library',
    'https://[',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'javascript://listen.test/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://listen.test/library',
    'blob:https://e.test/library',
    'filesystem:https://listen.test/library',
    'file:///library',
    'view-source:https://listen.test/library',
    'about:blank',
    'ftp://listen.test/library',
    'mailto:a@e.test',
    '//',
    '///',
  ])('%j leads home', (from) => {
    expect(follow(from)).toBe('/');
  });

  it('always stays on this origin and needs a session, whatever is given', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      'e.test',
      'library',
      '\t',
      '%2e',
      '?',
      '#',
      ' ',
    );
    const hostile = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string(),
    );
    fc.assert(
      fc.property(hostile, (from) => {
        const path = follow(from);
        expect(path).toMatch(/^\/(?![/\\])/u);
        const url = new URL(path, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(isMemberPath(url.pathname)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the pages of the studio (SES-81)', () => {
  it.each(['/studio', '/studio/', '/studio/titles/a%2Fb', '/studio?x=1', '/studio#feeds'])('%s', (path) => {
    expect(isInStudio(path)).toBe(true);
  });

  it.each(['/', '/studios', '/library/studio', '/audios/studio'])('not %s', (path) => {
    expect(isInStudio(path)).toBe(false);
  });
});
