import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Recording } from '../../../server/demo/sounds/recording.ts';
import { Studio } from '../../../server/demo/sounds/studio.ts';
import { Streams } from '../../../server/demo/sounds/routes.ts';
import { RecentNotes } from '../../../server/demo/notes.ts';
import type { PdfSource } from '../../../server/media/source.ts';
import { RequestCounts } from '../../../server/http/request-counts.ts';
import { bytesOf, serveMedia, type ServedMedia } from './served-media.ts';

const ONE_BYTE = new Uint8Array(1);
const SHORT = '/media/audio/tone-s1.mp3';

const served: ServedMedia[] = [];

async function serve(...options: Parameters<typeof serveMedia>): Promise<ServedMedia> {
  const media = await serveMedia(...options);
  served.push(media);
  return media;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(served.splice(0).map(async (media) => media.close()));
});

/** Requests a long track, a different one for each listener. */
const listen = async (media: ServedMedia, listener: string, init?: RequestInit): Promise<Response> =>
  media.get(`/media/audio/tone-s7200-${listener}.mp3?token=good&listener=${listener}`, init);

/** A studio that starts every phrase and never completes one, so that streams stay open. */
const makeOneByteOnly = () =>
  vi.spyOn(Studio.prototype, 'make').mockImplementation((_phrase, recording) => recording.append(ONE_BYTE));

describe('open streams', () => {
  test('are limited for each listener and for all, and the next one gets the time of the next try', async () => {
    makeOneByteOnly();
    const media = await serve({ streams: { all: 3, ofOneListener: 2 } });
    const open = [await listen(media, '1'), await listen(media, '1')];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await listen(media, '1');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.text()).toMatch(/Try again/);
    open.push(await listen(media, '2'));
    expect(open.at(-1)?.status).toBe(200);
    expect((await listen(media, '3')).status).toBe(503);
    // A HEAD request does not count as a stream.
    expect((await listen(media, '3', { method: 'HEAD' })).status).toBe(200);

    await open[0]?.body?.cancel();
    await expect.poll(async () => (await listen(media, '3')).status, { timeout: 20_000 }).toBe(200);
  }, 60_000);

  test('are closed at the limit: the one that was paused for the longest, and no other', () => {
    let now = 0;
    const streams = new Streams({ all: 9, ofOneListener: 2 }, () => now);
    const cut: string[] = [];
    const open = (name: string) => streams.open('listener', () => cut.push(name));
    const [first, second] = [open('first'), open('second')];
    first?.handed();
    second?.handed();
    now = 1_000;
    second?.wants();
    second?.handed();
    now = 30_500;
    expect(open('third')).not.toBeNull();
    expect(cut).toEqual(['first']);
    // The second took bytes 29.5 s ago, and the third waits for bytes.
    expect(open('fourth')).toBeNull();
    expect(cut).toEqual(['first']);
    second?.end();
    expect(open('fifth')).not.toBeNull();
  });

  test('are closed at the limit for all, even if another listener paused them', () => {
    let now = 0;
    const streams = new Streams({ all: 1, ofOneListener: 1 }, () => now);
    let isCut = false;
    const paused = streams.open('somebody', () => (isCut = true));
    paused?.handed();
    expect(streams.open('somebody else', () => undefined)).toBeNull();
    now = 30_000;
    expect(streams.open('somebody else', () => undefined)).not.toBeNull();
    expect(isCut).toBe(true);
  });
});

describe('sounds that wait to be made', () => {
  test('are limited, and finished sounds are served meanwhile', async () => {
    const media = await serve({ queue: { all: 3, ofOneListener: 2 } });
    const made = await bytesOf(await media.get(SHORT));
    const waiting = vi.spyOn(Studio.prototype, 'waiting');

    waiting.mockImplementation((listener) => (listener === undefined ? 3 : 0));
    const refused = await listen(media, '1');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await bytesOf(await media.get(SHORT))).equals(made)).toBe(true);

    waiting.mockReturnValue(2);
    expect((await listen(media, '1')).status).toBe(503);
    waiting.mockImplementation((listener) => (listener === '1' ? 2 : 0));
    const other = await listen(media, '2');
    expect(other.status).toBe(200);
    await other.body?.cancel();
  }, 60_000);

  test('are dropped when their only listener leaves before the first byte', async () => {
    const making: Recording[] = [];
    vi.spyOn(Studio.prototype, 'make').mockImplementation((_phrase, recording) => {
      making.push(recording);
    });
    const cancel = vi.spyOn(Studio.prototype, 'cancel');
    const media = await serve();
    const leaver = new AbortController();
    const response = listen(media, '1', { signal: leaver.signal }).catch(() => 'left');
    await expect.poll(() => making.length).toBe(1);
    leaver.abort();
    expect(await response).toBe('left');
    // No byte of the phrase is ever made, so no byte can wake its reader.
    await expect.poll(() => cancel.mock.calls.some(([recording]) => recording === making[0])).toBe(true);
  });
});

test('one address has a limit of media per second', async () => {
  const requestCounts = new RequestCounts({ now: () => 0 });
  const media = await serve({ requestsPerSecond: 2, requestCounts });
  const responses = await Promise.all(
    Array.from({ length: 6 }, async () => media.get('/media/covers/x.svg')),
  );
  const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
  expect(responses.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('2');
});

describe('companion notes', () => {
  const source = (id: string): PdfSource => ({
    kind: 'pdf',
    id,
    title: id,
    authors: [],
    description: '',
    chapters: [],
  });

  test('are made once, one after the other, and a limited number may wait', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const notes = new RecentNotes(
      async ({ id }) => {
        begun.push(id);
        await new Promise<void>((resolve) => {
          ends.push(resolve);
        });
        return Buffer.from(id);
      },
      2,
      2,
    );
    const one = notes.of(source('one'));
    expect(notes.of(source('one'))).toBe(one);
    const two = notes.of(source('two'));
    expect(notes.of(source('three'))).toBeNull();
    await expect.poll(() => begun).toEqual(['one']);
    ends[0]?.();
    expect(String(await one)).toBe('one');
    await expect.poll(() => begun).toEqual(['one', 'two']);
    expect(notes.of(source('three'))).not.toBeNull();
    ends[1]?.();
    expect(String(await two)).toBe('two');
    // The least recently used was removed.
    expect(notes.of(source('one'))).not.toBe(one);
  });
});
