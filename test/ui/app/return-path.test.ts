import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInStudio, returnPath } from '../../../src/ui/app/return-path.ts';

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
