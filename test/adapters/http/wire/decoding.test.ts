import { describe, expect, test } from 'vitest';

import { resolveMediaUrl } from '../../../../src/adapters/http/api-path.ts';
import { decodeCatalogue } from '../../../../src/adapters/http/http-catalogue.ts';
import { decodePlayingData } from '../../../../src/adapters/http/http-playback.ts';
import { decodeUser } from '../../../../src/adapters/http/http-users.ts';
import { MemoryLog } from '../../../../src/adapters/memory/memory-platform.ts';
import type { ContentItem } from '../../../../src/domain/catalogue/content.ts';

const item = (sent: Readonly<Record<string, unknown>>, log = new MemoryLog()): ContentItem => {
  const decoded = decodeCatalogue.item({ id: '7', title: 'Tide', ...sent }, log);
  if (!decoded.ok) throw new Error('the item cannot be read');
  return decoded.value;
};

describe('a content item', () => {
  test('reads every field', () => {
    const sent = {
      id: 7,
      content_id: '9',
      title: 'Tide',
      description: 'Slow water.',
      img_url: '/covers/7.svg',
      content_type: '2',
      run_time: '1:30',
      chapter_info: [
        { chapter_title: 'Ebb', chapter_url: '/m/1.mp3', chapter_index: 1, chapter_run_time: '90' },
      ],
      tracks: [{ id: 't', title: 'Drift', content_type: 6 }],
      author_info: [{ id: 3, name: 'Ines Odum' }],
      category_info: [{ id: 1, name: 'Rest' }],
      topic_info: [{ name: 'Sleep' }, 'Focus'],
      listen_free_start: '2026-01-01T00:00:00Z',
      listen_free_end: 1_767_312_000,
      listen_free: 0,
      has_listen_free_content: 1,
      valid_from: null,
      valid_till: '2026-01-02',
      is_purchased: 'true',
      is_favorite: '1',
      discount_price: '4.99',
      discount_start: '2026-01-01',
      discount_end: '2026-01-02',
      index: 4,
      day_number: '5',
      season: 2,
      published_at: '2026-01-01T00:00:00Z',
      url: '/m/7.mp3',
      pdf_url: '',
      progress: { position: 12_500, chapter_index: 1 },
      is_valid: true,
      surprise: 1,
    };
    const first = Date.UTC(2026, 0, 1);
    const second = Date.UTC(2026, 0, 2);
    expect(item(sent)).toEqual({
      id: '7',
      contentId: '9',
      title: 'Tide',
      description: 'Slow water.',
      imageUrl: '/covers/7.svg',
      type: 2,
      runTime: 90,
      chapters: [{ title: 'Ebb', url: '/m/1.mp3', index: 1, runTime: 90, transcripts: [] }],
      tracks: [expect.objectContaining({ id: 't', title: 'Drift', type: 6, tracks: [] })],
      authors: [{ id: '3', name: 'Ines Odum' }],
      categories: ['Rest'],
      topics: ['Sleep', 'Focus'],
      validity: { from: 'absent', till: second },
      listenFree: false,
      listenFreeWindow: { from: first, till: second },
      hasListenFreeContent: true,
      isPurchased: true,
      isFavorite: true,
      discount: { price: 4.99, window: { from: first, till: second } },
      index: 4,
      dayNumber: 5,
      season: 2,
      published: null,
      language: null,
      narrators: [],
      editions: [],
      series: [],
      publishedAt: first,
      url: '/m/7.mp3',
      pdfUrl: null,
      transcripts: [],
      matches: [],
      progress: { position: 12.5, chapterIndex: 1 },
    });
  });

  test.each([[0], ['0'], ['0:00'], [null], [-1]])('reads a run time of %j as unknown (CAT-243)', (sent) => {
    const chapter_info = [{ chapter_url: '/m/1.mp3', chapter_index: 1, chapter_run_time: sent }];
    expect(item({ run_time: sent, chapter_info })).toMatchObject({
      runTime: null,
      chapters: [{ runTime: null }],
    });
  });

  test('reads transcripts and matches, and leaves out what it cannot read (TEXT-1)', () => {
    const transcripts = [
      { url: '/t/7.vtt', type: 'Text/VTT; charset=utf-8', language: ' en ', label: 'Original' },
      { url: '/t/7.txt', type: 'text/plain' },
      { url: '/t/7.docx', type: 'application/msword' },
      { type: 'text/vtt' },
      'text/vtt',
      null,
    ];
    const found = item({
      transcripts,
      chapter_info: [{ chapter_url: '/m/1.mp3', chapter_index: 1, transcripts }],
      matches: [
        { chapter_index: 2, track_id: null, start: 61.5, text: 'So it is.' },
        { track_id: 'e7', start: '3', text: 'Yes.' },
        { start: 3 },
      ],
    });
    const expected = [
      { url: '/t/7.vtt', type: 'text/vtt', language: 'en', label: 'Original' },
      { url: '/t/7.txt', type: 'text/plain', language: '', label: '' },
    ];
    expect(found).toMatchObject({
      transcripts: expected,
      chapters: [{ transcripts: expected }],
      matches: [
        { chapterIndex: 2, trackId: null, start: 61.5, text: 'So it is.' },
        { chapterIndex: null, trackId: 'e7', start: 3, text: 'Yes.' },
      ],
    });
    expect(item({ transcripts: 'no list', matches: 7 })).toMatchObject({ transcripts: [], matches: [] });
  });

  test('reads a number as text', () => {
    const sent = {
      title: 1984,
      description: 12,
      author_info: [{ id: 1, name: 7 }],
      category_info: [{ name: 8 }, 9],
      chapter_info: [{ chapter_title: 1, chapter_url: '/m/1.mp3', chapter_index: 1 }],
    };
    expect(item(sent)).toMatchObject({
      title: '1984',
      description: '12',
      authors: [{ name: '7' }],
      categories: ['8', '9'],
      chapters: [{ title: '1' }],
    });
  });

  test.each([undefined, null, '', ' ', {}])(
    'a chapter with the title %j gets its number as title (CAT-56)',
    (name) => {
      const sent = { chapter_title: name, chapter_url: '/m/3.mp3', chapter_index: 3 };
      expect(item({ chapter_info: [sent] }).chapters).toMatchObject([
        { title: 'Chapter 3', url: '/m/3.mp3' },
      ]);
    },
  );

  test.each([
    { id: '' },
    { id: null },
    { id: {} },
    { title: '' },
    { title: ' ' },
    { title: '\u200b\n' },
    { title: null },
    { title: [5] },
  ])('cannot be read without an id and a title: %j (CAT-49)', (sent) => {
    const body = { id: '7', title: 'Tide', ...sent };
    expect(decodeCatalogue.item(body, new MemoryLog())).toEqual({
      ok: false,
      error: { kind: 'malformed' },
    });
  });

  test('an unknown code is the default type (PLAY-1, CAT-51)', () => {
    for (const code of [7, -1, 1.5, 'x', null, {}]) expect(item({ content_type: code }).type).toBe(0);
  });

  test('an unreadable bound is different from an absent bound, and is logged (CAT-53)', () => {
    const log = new MemoryLog();
    const { validity } = item({ valid_from: 'soon', valid_till: null }, log);
    expect(validity).toEqual({ from: 'unreadable', till: 'absent' });
    expect(log.entries[0]?.details).toEqual({ id: '7', fields: ['valid_from'] });
  });

  test('bad chapters, authors and tracks are left out and logged (CAT-56)', () => {
    const log = new MemoryLog();
    const chapter = { chapter_title: 'Ebb', chapter_url: '/m/1.mp3', chapter_index: 2 };
    const { chapters, authors, tracks } = item(
      {
        chapter_info: [{ ...chapter, chapter_index: 0 }, chapter, { ...chapter, chapter_url: null }, 5],
        author_info: [{ name: 'Nobody' }, { id: 1, name: 'Ines Odum' }],
        tracks: [{ id: 't' }, { id: 'u', title: 'Drift' }],
      },
      log,
    );
    expect([chapters.length, authors.length, tracks.length]).toEqual([1, 1, 1]);
    expect(log.entries.map(({ details }) => details)).toEqual([
      { list: 'chapter_info', dropped: 3 },
      { list: 'tracks', dropped: 1 },
      { list: 'author_info', dropped: 1 },
    ]);
  });
});

describe('a page', () => {
  test.each([null, undefined, '', 0, false, {}, [], Number.NaN, true])(
    'ends at the key %j (CAT-21)',
    (key) => {
      const decoded = decodeCatalogue.items({ results: [], next_page_key: key }, new MemoryLog());
      expect(decoded).toEqual({ ok: true, value: { items: [], next: null } });
    },
  );

  test.each([2, '2', 'abc', -1])('continues at the key %j', (key) => {
    const decoded = decodeCatalogue.items({ results: [], next_page_key: key }, new MemoryLog());
    expect(decoded).toEqual({ ok: true, value: { items: [], next: key } });
  });

  test.each([null, {}, { results: null }, { results: {} }, [], 'x'])(
    'is malformed without results: %j',
    (body) => {
      expect(decodeCatalogue.items(body, new MemoryLog()).ok).toBe(false);
    },
  );
});

describe('a listener', () => {
  const SUBSCRIBED = { is_expired: false, is_canceled: 0, is_trialing: '1', duration: 'yearly' };

  test('reads profile and payment details', () => {
    const sent = {
      id: 3,
      full_name: 'Ines Odum',
      email: 'i@o.test',
      payment_details: SUBSCRIBED,
    };
    expect(decodeUser(sent, new MemoryLog())).toEqual({
      ok: true,
      value: {
        id: '3',
        name: 'Ines Odum',
        email: 'i@o.test',
        paymentDetails: { isExpired: false, isCanceled: false, isTrialing: true, duration: 'yearly' },
      },
    });
  });

  test.each([{}, null, undefined, 'x', [], 0])('has no payment details in %j', (details) => {
    const decoded = decodeUser({ id: '3', payment_details: details }, new MemoryLog());
    expect(decoded).toMatchObject({ ok: true, value: { name: 'Friend', email: '', paymentDetails: null } });
  });

  test('an unreadable expiry gives no access, and an unknown duration is null', () => {
    const details = { ...SUBSCRIBED, is_expired: 'perhaps', duration: 'for ever' };
    const decoded = decodeUser({ id: '3', payment_details: details }, new MemoryLog());
    expect(decoded).toMatchObject({ value: { paymentDetails: { isExpired: true, duration: null } } });
  });
});

describe('a playback record', () => {
  test.each([
    [{ chapter_index: 2, chapter_position: 1500, last_position: 9000 }, 2, 1.5],
    [{ chapter_index: null, last_position: 9000 }, null, 9],
    [{ chapter_index: 2, last_position: '9000' }, 2, 9],
    [{ is_active: true }, null, 0],
  ])('%j is chapter %j at %j s', (sent, chapterIndex, position) => {
    expect(decodePlayingData(sent, new MemoryLog())).toMatchObject({
      ok: true,
      value: { chapterIndex, position },
    });
  });

  test('keeps the position in the whole title together with the one in a chapter', () => {
    const read = (sent: object) => decodePlayingData({ is_active: true, ...sent }, new MemoryLog());
    expect(read({ chapter_index: 1, chapter_position: 0, last_position: 12_000 })).toMatchObject({
      value: { chapterIndex: 1, position: 0, lastPosition: 12 },
    });
    for (const sent of [{ chapter_index: 1 }, { chapter_index: 0, last_position: 12_000 }]) {
      expect(read(sent)).not.toHaveProperty('value.lastPosition');
    }
  });

  test.each([null, {}])('%j is not a record', (sent) => {
    expect(decodePlayingData(sent, new MemoryLog())).toEqual({ ok: true, value: null });
  });

  test.each([[[]], ['x'], [5]])('%j cannot be read', (sent) => {
    expect(decodePlayingData(sent, new MemoryLog()).ok).toBe(false);
  });
});

describe('resolveMediaUrl', () => {
  const API = 'https://api.invalid';

  test.each([
    ['/covers/1.svg', 'https://api.invalid/covers/1.svg'],
    ['covers/1.svg', 'https://api.invalid/covers/1.svg'],
    ['//cdn.invalid/1.svg', 'https://cdn.invalid/1.svg'],
    ['http://cdn.invalid/1.svg', 'http://cdn.invalid/1.svg'],
  ])('%s is %s (APP-39)', (url, resolved) => {
    expect(resolveMediaUrl(API, url)).toBe(resolved);
  });

  test.each([
    ['covers/1.svg', 'https://api.invalid/a/path/covers/1.svg'],
    ['../covers/1.svg', 'https://api.invalid/a/covers/1.svg'],
    ['/covers/1.svg', 'https://api.invalid/covers/1.svg'],
    ['https://cdn.invalid/1.svg', 'https://cdn.invalid/1.svg'],
  ])('%s is %s if the API has a path (APP-39)', (url, resolved) => {
    expect(resolveMediaUrl(`${API}/a/path`, url)).toBe(resolved);
  });

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    '\tjavascript:x',
    'data:x',
    'blob:x',
    'file:///x',
    'http://[',
  ])('%s is refused (APP-39)', (url) => {
    expect(resolveMediaUrl(API, url)).toBeNull();
  });
});
