import { REFUSED_BY_PROXY } from '../../../src/domain/size-limits.ts';
import { describe, expect, test } from 'vitest';
import { MemoryClock } from '../../../../src/adapters/memory/memory-clock.ts';
import { MemoryLog } from '../../../../src/adapters/memory/memory-platform.ts';
import { HttpStudioApi } from '../../../src/adapters/http/http-studio-api.ts';
import { contentId } from '../../../../src/domain/catalogue/content.ts';
import { failed, ok } from '../../../../src/domain/result.ts';
import { FIRST_QUERY } from '../../../src/domain/title.ts';
import { instant } from '../../../../src/domain/time.ts';
import type { Auth } from '../../../../src/ports/auth.ts';

type Sent = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
};

const session = (accessToken: string) => ok({ accessToken, expiresAt: instant(Number.MAX_SAFE_INTEGER) });
const SIGNED_IN: Pick<Auth, 'session' | 'renew'> = {
  session: async () => session('first'),
  renew: async () => session('second'),
};

const ITEM = { id: '1', title: 'The Beach', content_type: 1, discount_price: 4.99 };
const DETAIL = {
  id: '1',
  kind: 'file',
  state: 'hidden',
  version: '3',
  item: ITEM,
  found: {
    title: 'Beach',
    description: '',
    authors: ['Ann'],
    categories: [],
    topics: [],
    narrators: [],
    series: [],
    valid_from: null,
    valid_till: '2030-01-01T00:00:00Z',
    listen_free_start: null,
    listen_free_end: null,
    has_listen_free_content: false,
    discount_price: null,
    discount_start: null,
    discount_end: null,
  },
  edited: ['title', 'valid_from', 'unknown_field'],
  edited_at: '2026-11-23T10:00:00Z',
  edited_by: 'olga@example.org',
  members: null,
  public_feed: null,
};

const ROW = {
  id: '2',
  kind: 'file',
  content_type: 1,
  title: 'Waves',
  authors: [],
  img_url: '',
  run_time: 60,
  added_at: null,
  state: 'published',
  is_edited: false,
  valid_from: null,
  valid_till: null,
  listen_free_start: null,
  listen_free_end: null,
  discount_price: null,
  discount_start: null,
  discount_end: null,
};

const make = (replies: readonly (Response | Error)[], auth = SIGNED_IN) => {
  const sent: Sent[] = [];
  const waiting = [...replies];
  const clock = new MemoryClock();
  const api = new HttpStudioApi(
    {
      apiUrl: 'https://api.test/base/',
      auth,
      clock: { after: async () => undefined },
      fetch: async (url, init) => {
        const { method = '', body } = init ?? {};
        sent.push({
          method,
          url: url instanceof Request ? url.url : String(url),
          headers: new Headers(init?.headers),
          body,
        });
        const reply = waiting.shift();
        if (reply === undefined || reply instanceof Error) throw reply ?? new Error('no reply');
        return reply;
      },
    },
    new MemoryLog(),
  );
  return { api, sent, clock };
};

describe('a request', () => {
  test('of the catalogue names query, order and page', async () => {
    const { api, sent } = make([Response.json({ total: 0, titles: [] })]);
    await api.titles(
      { ...FIRST_QUERY, text: ' sea & sand ', state: 'hidden', kind: 'podcast' },
      { offset: 200, limit: 100 },
    );
    expect(sent[0]?.url).toBe(
      'https://api.test/base/api/studio/titles?query=sea+%26+sand&sort=-added&state=hidden&kind=podcast&offset=200&limit=100',
    );
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer first');
  });

  test('to edit names the version, and only what changes, with instants in UTC', async () => {
    const { api, sent } = make([Response.json(DETAIL)]);
    await api.editTitle(contentId('a/b'), '3', {
      title: 'New',
      validFrom: instant(Date.UTC(2026, 0, 2, 3, 4)),
      validTill: null,
      discountPrice: 5,
      hidden: true,
      reset: ['listenFreeStart'],
    });
    expect([sent[0]?.method, sent[0]?.url]).toEqual([
      'PATCH',
      'https://api.test/base/api/studio/titles/a%2Fb',
    ]);
    expect(sent[0]?.headers.get('If-Match')).toBe('"3"');
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      title: 'New',
      valid_from: '2026-01-02T03:04:00.000Z',
      valid_till: null,
      discount_price: 5,
      hidden: true,
      reset: ['listen_free_start'],
    });
  });

  test('with a PDF sends the file itself', async () => {
    const { api, sent } = make([Response.json(DETAIL)]);
    await api.setPdf(contentId('1'), '3', new File(['%PDF-1.7'], 'notes.pdf'));
    expect(sent[0]?.headers.get('If-Match')).toBe('"3"');
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/pdf');
    expect(sent[0]?.body).toBeInstanceOf(Blob);
  });
});

describe('a response', () => {
  test('of a title is decoded, its item as the product API sends it', async () => {
    const { api } = make([Response.json(DETAIL)]);
    const title = await api.title(contentId('1'));
    expect(title).toMatchObject({
      ok: true,
      value: {
        state: 'hidden',
        version: '3',
        item: { title: 'The Beach', discount: { price: 4.99 } },
        found: {
          title: 'Beach',
          authors: ['Ann'],
          validFrom: null,
          validTill: Date.UTC(2030, 0),
          hasListenFreeContent: false,
        },
        edited: ['title', 'validFrom'],
        editedAt: Date.UTC(2026, 10, 23, 10),
      },
    });
  });

  test('with a row that cannot be read keeps the others (STU-7)', async () => {
    const titles = [{ id: '1' }, ROW];
    const { api } = make([Response.json({ total: 2, titles })]);
    const page = await api.titles(FIRST_QUERY, { offset: 0, limit: 2 });
    expect(page).toMatchObject({ ok: true, value: { total: 2, rows: [{ id: '2' }] } });
  });

  test('that is no JSON, or of another shape, is malformed', async () => {
    for (const reply of [new Response('<html>'), Response.json({ titles: 1 })]) {
      const page = await make([reply]).api.titles(FIRST_QUERY, { offset: 0, limit: 2 });
      expect(page).toEqual(failed({ kind: 'malformed' }));
    }
  });

  test.each([
    [403, 'not-allowed'],
    [404, 'not-found'],
    [412, 'conflict'],
    [428, 'conflict'],
    [422, 'invalid'],
    [429, 'rate-limited'],
  ] as const)('%i of a change is %s', async (status, kind) => {
    const { api } = make([new Response(null, { status })]);
    expect(await api.editTitle(contentId('1'), '1', {})).toEqual(failed({ kind }));
  });

  test.each([
    '',
    '<html><h1>413 Request Entity Too Large</h1></html>',
    '{"message":"Request size limit exceeded"}',
  ])('413 of a proxy names the proxy and the remedy (STU-70): %s', async (body) => {
    const { api } = make([new Response(body, { status: 413 })]);
    expect(await api.editTitle(contentId('1'), '1', {})).toEqual(
      failed({ kind: 'invalid', message: REFUSED_BY_PROXY }),
    );
  });

  test('413 of the provider says what the provider says (STU-70)', async () => {
    const body = { error: { code: 'too-large', message: 'A PDF may have at most 50 MB.' } };
    const { api } = make([Response.json(body, { status: 413 })]);
    expect(await api.editTitle(contentId('1'), '1', {})).toEqual(
      failed({ kind: 'invalid', message: 'A PDF may have at most 50 MB.' }),
    );
  });

  test.each([
    [{ error: { code: 'x', message: 'Too long.', field: 'valid_till' } }],
    [{ field: 'valid_till', message: 'Too long.' }],
  ])('names the refused field: %j', async (body) => {
    const { api } = make([Response.json(body, { status: 422 })]);
    expect(await api.editTitle(contentId('1'), '1', {})).toEqual(
      failed({ kind: 'invalid', message: 'Too long.', field: 'validTill' }),
    );
  });
});

describe('the session', () => {
  test('is renewed once after a 401', async () => {
    const { api, sent } = make([new Response(null, { status: 401 }), Response.json(DETAIL)]);
    expect((await api.title(contentId('1'))).ok).toBe(true);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });

  test('is needed: without one nothing is sent', async () => {
    const { api, sent } = make([], { ...SIGNED_IN, session: async () => failed({ kind: 'none' }) });
    expect(await api.me()).toEqual(failed({ kind: 'no-session' }));
    expect(sent).toEqual([]);
  });
});

describe('a lost response', () => {
  test('of a GET is asked again, twice at most', async () => {
    const lost = new TypeError('fetch failed');
    const there = make([lost, lost, Response.json(DETAIL)]);
    expect((await there.api.title(contentId('1'))).ok).toBe(true);
    const gone = make([lost, lost, lost]);
    expect(await gone.api.title(contentId('1'))).toEqual(failed({ kind: 'unreachable' }));
    expect(gone.sent.length).toBe(3);
  });

  test('of a change is not sent again', async () => {
    const { api, sent } = make([new TypeError('fetch failed'), Response.json(DETAIL)]);
    expect(await api.editTitle(contentId('1'), '1', {})).toEqual(failed({ kind: 'unreachable' }));
    expect(sent.length).toBe(1);
  });
});
