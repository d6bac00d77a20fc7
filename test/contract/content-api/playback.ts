import { expect, test } from 'vitest';

import { contentId, ContentType, type PlaybackRecord } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { milliseconds, seconds, toMilliseconds } from '../../../src/domain/time.ts';
import type { PlaybackApi } from '../../../src/ports/content-api.ts';
import { type CallsOf, everything, known, type ProviderUnderTest, testOf, valueOf } from './suite.ts';
import { type Fields, itemPage, listIn, mapped, pageIn } from './wire.ts';

const LISTENED = { id: contentId('7'), speed: DEFAULT_SPEED };

/** The HTTP requests and responses of the calls of `PlaybackApi`. */
export const PLAYBACK_CALLS: CallsOf<PlaybackApi> = {
  tokenize: {
    route: 'GET /audio/tokenize',
    examples: [
      [async (playback) => playback.tokenize('/m/a.mp3?x=1'), '/audio/tokenize?url=%2Fm%2Fa.mp3%3Fx%3D1'],
    ],
    respond: async (playback, { query }) =>
      mapped(playback.tokenize(query.get('url') ?? ''), (url) => ({ tokenized_url: url })),
  },
  playbackRecord: {
    route: 'GET /user/playing-data/{id}',
    examples: [[async (playback) => playback.playbackRecord(contentId('7')), '/user/playing-data/7']],
    respond: async (playback, { id }) => mapped(playback.playbackRecord(contentId(id)), wireRecord),
  },
  activeContent: {
    route: 'GET /user/content/',
    examples: [
      [async (playback) => playback.activeContent(null), '/user/content/?active=1&limit=15&next_page=1'],
    ],
    respond: async (playback, { query }) => itemPage(playback.activeContent(pageIn(query))),
  },
  reportPlayback: {
    route: 'POST /user/content',
    examples: [
      [
        async (playback) =>
          playback.reportPlayback([
            {
              ...LISTENED,
              contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
              chapterIndex: 2,
              chapterPosition: milliseconds(1500),
            },
          ]),
        '/user/content',
        [{ id: '7', playback_speed: 1, content_type: 2, chapter_index: 2, chapter_position: 1500 }],
      ],
      [
        async (playback) =>
          playback.reportPlayback([
            { ...LISTENED, contentType: ContentType.PODCAST_EPISODE, lastPosition: milliseconds(1500) },
          ]),
        '/user/content',
        [{ id: '7', playback_speed: 1, content_type: 4, last_position: 1500 }],
      ],
    ],
    respond: async (playback, { body }) => playback.reportPlayback(listIn(body).map(reportIn)),
  },
  reportRoyalty: {
    route: 'POST /audio/reporting',
    examples: [
      [
        async (playback) =>
          playback.reportRoyalty([{ contentId: contentId('7'), duration: milliseconds(4000) }]),
        '/audio/reporting',
        [{ content_id: '7', duration: 4000 }],
      ],
    ],
    respond: async (playback, { body }) =>
      playback.reportRoyalty(
        listIn(body).map((sent) => ({
          contentId: contentId(String(sent['content_id'])),
          duration: milliseconds(Number(sent['duration'])),
        })),
      ),
  },
};

/** What the calls have to do. */
export const testPlayback = (provider: ProviderUnderTest): void => {
  const { make } = provider;

  testOf(provider, 'chapters')(
    'stores the position in a chapter once, however often it is reported',
    async () => {
      const fixture = await make();
      const { api } = fixture;
      const chaptered = known(fixture.chaptered, 'a book in chapters');
      const report = {
        id: chaptered,
        contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        speed: DEFAULT_SPEED,
        chapterIndex: 2,
        chapterPosition: milliseconds(12_345),
      };
      await valueOf(api.playback.reportPlayback([report]));
      await valueOf(api.playback.reportPlayback([report]));
      expect(await valueOf(api.playback.playbackRecord(chaptered))).toMatchObject({
        isActive: true,
        type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        chapterIndex: 2,
        position: seconds(12.345),
        speed: 1,
      });
      const active = await everything((page) => api.playback.activeContent(page));
      expect(active[0]?.id).toBe(chaptered);
      expect(active.filter(({ id }) => id === chaptered)).toHaveLength(1);
    },
  );

  test('stores the position in a title without chapters', async () => {
    const { api, notFavorite } = await make();
    const { type } = await valueOf(api.catalogue.content(notFavorite));
    const position = { id: notFavorite, contentType: type, lastPosition: milliseconds(61_000) };
    await valueOf(api.playback.reportPlayback([{ ...position, speed: DEFAULT_SPEED }]));
    expect(await valueOf(api.playback.playbackRecord(notFavorite))).toMatchObject({
      chapterIndex: null,
      position: seconds(61),
    });
  });

  test('has no playback record of a title that was never played', async () => {
    const { api, podcast } = await make();
    expect(await valueOf(api.playback.playbackRecord(podcast))).toBeNull();
  });

  test('accepts a royalty report', async () => {
    const { api, notFavorite } = await make();
    const received = { contentId: notFavorite, duration: milliseconds(4200) };
    expect(await api.playback.reportRoyalty([received])).toEqual({ ok: true, value: undefined });
  });

  test('makes a media address playable', async () => {
    const { api, notFavorite } = await make();
    const item = await valueOf(api.catalogue.content(notFavorite));
    const url = await valueOf(api.playback.tokenize(item.url ?? ''));
    expect(new URL(url).protocol).toMatch(/^https?:$/u);
  });
};

const reportIn = (sent: Fields) => {
  const listened = {
    id: contentId(String(sent['id'])),
    contentType:
      Object.values(ContentType).find((type) => type === sent['content_type']) ?? ContentType.DEFAULT,
    speed: asSpeed(Number(sent['playback_speed'])) ?? DEFAULT_SPEED,
  };
  const chapter = sent['chapter_index'];
  return typeof chapter === 'number'
    ? { ...listened, chapterIndex: chapter, chapterPosition: milliseconds(Number(sent['chapter_position'])) }
    : { ...listened, lastPosition: milliseconds(Number(sent['last_position'])) };
};

const wireRecord = (record: PlaybackRecord | null): unknown =>
  record === null
    ? null
    : {
        is_active: record.isActive,
        content_type: record.type,
        playback_speed: record.speed,
        updated_at: record.updatedAt,
        ...(record.chapterIndex === null
          ? { last_position: toMilliseconds(record.position) }
          : { chapter_index: record.chapterIndex, chapter_position: toMilliseconds(record.position) }),
      };
