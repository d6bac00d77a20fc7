import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ReadyWords } from '../../catalogue/write-catalogue.ts';
import { FeedError, Feeds } from '../../feeds/feeds.ts';
import { type FeedThread, FeedThreads, type ThreadBounds } from '../../feeds/feed-threads.ts';
import { PublicAddresses } from '../../feeds/fetch/request.ts';
import { startProvider } from '../../provider.ts';
import { addressOf, ownLibrary } from '../library/support/own-library.ts';
import { temporaryFolder } from '../support/provider.ts';
import * as wire from '../../api/response-schemas.ts';
import { podcast, podcastHost } from './feed-host.ts';

const HERE = ['127.0.0.1'];

const host = await podcastHost();
const own = await ownLibrary({ feedNetworks: HERE });
const { db, clock } = own.provider;
const feeds = new Feeds(db, clock, HERE);

const titles = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ title: string }>`
    select document ->> 'title' as title from items order by 1`.execute(db);
  return rows.map(({ title }) => title);
};

const HOUR = 3_600_000;
let count = 0;
/** A fresh address for a feed. */
const path = (): string => `/${(count += 1)}/feed`;

async function added(body: string) {
  const at = path();
  host.set(at, body);
  return { ...(await feeds.add(host.origin + at)), at };
}

afterEach(async () => {
  for (const { id } of await feeds.list()) await feeds.remove(id);
});

/** A link from a page of a podcast to its older page. */
const next = (href: string): string =>
  `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="${href}"/>`;

describe('a podcast whose host asks for a name and a password (CAT-84)', () => {
  const NAME = 'ada';
  const PASSWORD = 's%c ret:x@y';
  const RIGHT = `Basic ${Buffer.from(`${NAME}:${PASSWORD}`).toString('base64')}`;
  const address = (at: string, password = PASSWORD): string => {
    const url = new URL(host.origin + at);
    url.username = NAME;
    url.password = encodeURIComponent(password);
    return url.href;
  };
  /** Sends the feed only for the right name and password. */
  const guard = (at: string, body: () => string): void =>
    host.set(at, (request, response) => {
      if (request.headers.authorization === RIGHT) response.end(body());
      else response.writeHead(401).end();
    });

  test('is read with them, again and on its older pages, and nothing shows them', async () => {
    const at = path();
    guard(at, () => podcast('Private', [{ guid: 's2', day: 2 }], next(`${at}?2`)));
    guard(`${at}?2`, () => podcast('Private', [{ guid: 's1', day: 1 }]));
    await expect(feeds.add(host.origin + at)).rejects.toThrow(/asks for a name and a password \(401\)/u);
    await expect(feeds.add(address(at, 'wrong'))).rejects.toThrow('(401)');
    const feed = await feeds.add(address(at));
    expect(feed).toMatchObject({ url: host.origin + at, episodes: 2 });
    guard(at, () => podcast('Private', [{ guid: 's3', day: 3 }], next(`${at}?2`)));
    expect(await feeds.refresh(feed.id)).toMatchObject([{ outcome: 'updated', added: 1 }]);
    const shown = JSON.stringify([
      await feeds.list(),
      await db.selectFrom('items').selectAll().execute(),
      (await sql`select item, sound_url, image_url from feed_episodes`.execute(db)).rows,
    ]);
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), RIGHT, 's%25c'])
      expect(shown).not.toContain(secret);
  });

  test('gets another password by adding it again', async () => {
    const at = path();
    let password = RIGHT;
    host.set(at, (request, response) => {
      if (request.headers.authorization === password) response.end(podcast('Moving', [{ guid: 'm' }]));
      else response.writeHead(401).end();
    });
    const { id } = await feeds.add(address(at));
    password = `Basic ${Buffer.from(`${NAME}:new`).toString('base64')}`;
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'failed' }]);
    expect(await feeds.add(address(at, 'new'))).toMatchObject({ id, error: null, episodes: 1 });
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'unchanged' }]);
  });

  test('sends them to its own origin alone, also if the feed or a redirect leads elsewhere', async () => {
    const other = await podcastHost();
    const at = path();
    other.set('/moved', podcast('Elsewhere', [{ guid: 'e', day: 1 }]));
    host.set(at, (_, response) => response.writeHead(302, { location: `${other.origin}/moved` }).end());
    const { id } = await feeds.add(address(at));
    expect(other.headers.get('/moved')).not.toHaveProperty('authorization');
    expect(host.headers.get(at)).toMatchObject({ authorization: RIGHT });
    // A permanent redirect does not take them along.
    host.set(at, (_, response) => response.writeHead(301, { location: `${other.origin}/moved` }).end());
    await feeds.refresh(id);
    await feeds.refresh(id);
    expect((await feeds.list())[0]?.url).toBe(`${other.origin}/moved`);
    expect(other.headers.get('/moved')).not.toHaveProperty('authorization');
  });

  test('has its sounds and covers read with them, too', async () => {
    const seen = (at: string) => host.headers.get(at)?.authorization;
    const at = path();
    guard(at, () =>
      podcast('Guarded', [{ guid: 'g', sound: '/guarded.mp3' }], '<itunes:image href="/guarded.png"/>'),
    );
    const sound = Buffer.from('sound');
    host.set('/guarded.mp3', sound);
    host.set('/guarded.png', 'no picture');
    const { id } = await feeds.add(address(at));
    const { body } = await own.client.get(`/podcast-episodes?pid=${id}`);
    const [episode] = v.parse(wire.itemPage, body).results;
    await fetch(own.provider.origin + (episode?.img_url ?? ''));
    await fetch(await addressOf(own, episode?.url ?? ''));
    expect([seen('/guarded.png'), seen('/guarded.mp3')]).toEqual([RIGHT, RIGHT]);
  });
});

describe('a podcast with several pages', () => {
  test('has the episodes of all pages, and reads each page once', async () => {
    const at = path();
    host.set(
      at,
      podcast(
        'Pages',
        [
          { guid: 'p4', day: 4 },
          { guid: 'p3', day: 3 },
        ],
        next(`${at}?2`),
      ),
    );
    host.set(
      `${at}?2`,
      podcast(
        'Pages',
        [
          { guid: 'p3', day: 3 },
          { guid: 'p2', day: 2 },
        ],
        next(`${at}?3`),
      ),
    );
    // The last page leads to the first one again.
    host.set(`${at}?3`, podcast('Pages', [{ guid: 'p1', day: 1 }], next(at)));
    const { id, episodes } = await feeds.add(host.origin + at);
    expect(episodes).toBe(4);
    expect(host.asked.filter((line) => line.includes(at))).toHaveLength(3);
    const { body } = await own.client.get(`/podcast-episodes?pid=${id}`);
    expect(body).toMatchObject({
      results: [{ title: 'p4' }, { title: 'p3' }, { title: 'p2' }, { title: 'p1' }],
    });
  });

  test('keeps all episodes while an older page fails, and ends at a page that does not exist', async () => {
    const at = path();
    host.set(at, podcast('Pages', [{ guid: 'q2', day: 2 }], next(`${at}?2`)));
    host.set(`${at}?2`, podcast('Pages', [{ guid: 'q1', day: 1 }]));
    const { id } = await feeds.add(host.origin + at);
    host.set(at, podcast('Pages', [{ guid: 'q3', day: 3 }], next(`${at}?2`)));
    host.set(`${at}?2`, (_, response) => response.writeHead(500).end());
    const error = `An older page cannot be read (${host.origin}${at}?2): The host answers 500.`;
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'failed', error }]);
    expect(await titles()).toEqual(['Pages', 'q1', 'q2']);
    host.set(`${at}?2`, (_, response) => response.writeHead(404).end());
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'updated', added: 1, gone: 2 }]);
  });
});

describe('an episode with tags of Podcasting 2.0', () => {
  test('names its persons and its chapters, which are read once, and no address of a transcript', async () => {
    const at = path();
    const tags = `<podcast:person role="guest">Ann Bee</podcast:person><podcast:person>Cy</podcast:person>
      <podcast:transcript url="t.vtt" type="text/vtt"/><podcast:transcript url="t.html" type="text/html"/>
      <podcast:chapters url="${at}/chapters" type="application/json+chapters"/>`;
    const body = podcast('Tags', [{ guid: 't1', notes: 'Hello.' }])
      .replace('<rss ', '<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" ')
      .replace('</item>', `${tags}</item>`);
    host.set(at, body);
    host.set(
      `${at}/chapters`,
      JSON.stringify({
        chapters: [
          { startTime: 61.5, title: 'The <b>river</b>' },
          { startTime: 0, title: 'Hello' },
          { startTime: 5, title: 'Hidden', toc: false },
          { startTime: 'x', title: 'Broken' },
          null,
        ],
      }),
    );
    const { id } = await feeds.add(host.origin + at);
    const { body: page } = await own.client.get(`/podcast-episodes?pid=${id}`);
    expect(page).toMatchObject({
      results: [
        {
          description: ['Hello.', 'With Ann Bee (guest), Cy.', 'Chapters\n0:00 Hello\n1:01 The river'].join(
            '\n\n',
          ),
        },
      ],
    });
    host.set(at, body.replace('Hello.', 'Hello again.'));
    await feeds.refresh(id);
    expect(host.asked.filter((line) => line === `GET ${at}/chapters`)).toHaveLength(1);
  });

  test.each([
    ['a page', 'not json', 0.6],
    ['no list', '{"chapters":7}', 0.6],
    ['an error', 500, 0.6],
    ['nothing', 404, 24 * 7.1],
  ])('asks again for chapters that were %s, later and not often (CAT-183)', async (_, first, hours) => {
    const at = path();
    const chapters = `${at}/chapters`;
    const respond = (body: string | number): void =>
      host.set(chapters, (__, response) =>
        typeof body === 'number' ? response.writeHead(body).end() : response.end(body),
      );
    const feed = podcast('Tags', [{ guid: 't2', notes: 'Hello.' }])
      .replace('<rss ', '<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" ')
      .replace('</item>', `<podcast:chapters url="${chapters}"/></item>`);
    host.set(at, (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end(feed);
    });
    respond(first);
    const { id } = await feeds.add(host.origin + at);
    const asked = () => host.asked.filter((line) => line === `GET ${chapters}`).length;
    const notes = async () =>
      (
        await sql<{ notes: string }>`select document ->> 'description' as notes from items
        where document ->> 'title' = 't2'`.execute(db)
      ).rows[0]?.notes;
    const wait = async (time: number) => {
      clock.setOffset(clock.now() - Date.now() + time * HOUR);
      return feeds.refresh(id);
    };
    const before = clock.now() - Date.now();
    try {
      await wait(0.9 * hours - 0.1);
      expect([asked(), await notes()]).toEqual([1, 'Hello.']);
      // The feed itself has not changed.
      await wait(hours);
      expect(asked()).toBe(2);
      respond(JSON.stringify({ chapters: [{ startTime: 0, title: 'Intro' }] }));
      await wait(hours);
      expect(asked()).toBe(hours > 1 ? 3 : 2);
      await wait(hours);
      expect([asked(), await notes()]).toEqual([3, 'Hello.\n\nChapters\n0:00 Intro']);
      await wait(1000);
      expect(asked()).toBe(3);
    } finally {
      clock.setOffset(before);
    }
  });

  test('has the transcripts of every language; a page instead of one is named and asked for again (TEXT-56)', async () => {
    const at = path();
    const tags = [
      `url="${at}/en" type="text/vtt" language="en"`,
      `url="${at}/fr" type="application/x-subrip" language="fr"`,
      `url="${at}/de" type="text/vtt" language="de"`,
    ];
    const body = podcast('Said', [{ guid: 'said' }])
      .replace('<rss ', '<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" ')
      .replace('</item>', `${tags.map((tag) => `<podcast:transcript ${tag}/>`).join('')}</item>`);
    host.set(at, body);
    host.set(`${at}/en`, 'WEBVTT\n\n00:01.000 --> 00:02.000\nA pelican.');
    host.set(`${at}/fr`, '1\n00:00:01,000 --> 00:00:02,000\nUn pélican.');
    host.set(`${at}/de`, '<!doctype html><p>Sign in');
    const { id } = await feeds.add(host.origin + at);
    const languages = async () => {
      const { body: page } = await own.client.get(`/podcast-episodes?pid=${id}`);
      return v.parse(wire.itemPage, page).results[0]?.transcripts?.map(({ language }) => language);
    };
    expect(await languages()).toEqual(['en', 'fr']);
    const noteOf = async () => (await feeds.list()).find((feed) => feed.id === id)?.note;
    expect(await noteOf()).toBe(`Transcript ${host.origin}${at}/de: It is a web page, not a transcript.`);
    host.set(`${at}/de`, 'WEBVTT\n\n00:01.000 --> 00:02.000\nEin Pelikan.');
    await sql`update feed_transcripts set next_at = 0 where next_at is not null`.execute(db);
    await feeds.refresh(id);
    expect([await languages(), await noteOf()]).toEqual([['de', 'en', 'fr'], null]);
    expect(host.asked.filter((line) => line === `GET ${at}/en`)).toHaveLength(1);
  });

  test('ignores chapters without a true start', async () => {
    const at = path();
    host.set(`${at}/chapters`, JSON.stringify({ chapters: [{ startTime: -1, title: 'x' }] }));
    host.set(
      at,
      podcast('Tags', [{ guid: 't3', notes: 'Hello.' }])
        .replace('<rss ', '<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" ')
        .replace('</item>', `<podcast:chapters url="${at}/chapters"/></item>`),
    );
    const { id } = await feeds.add(host.origin + at);
    const { body } = await own.client.get(`/podcast-episodes?pid=${id}`);
    expect(body).toMatchObject({ results: [{ description: 'Hello.' }] });
  });
});

describe('a podcast that is added', () => {
  test('is in the catalogue with its episodes, the newest first, in safe text', async () => {
    const notes = 'A <b>walk</b><script>alert(1)</script> along <a href="https://a.invalid/x">the river</a>.';
    const { id, episodes } = await added(
      podcast('Evening Walks', [{ guid: 'b', day: 2, notes }, { guid: 'a' }]).replace(
        '</item>',
        '<itunes:season>2</itunes:season></item>',
      ),
    );
    expect(episodes).toBe(2);
    const { body } = await own.client.get(`/podcast-episodes?pid=${id}`);
    expect(body).toMatchObject({
      results: [
        {
          title: 'b',
          content_type: 4,
          run_time: 90,
          season: 2,
          published_at: '2024-01-02T10:00:00.000Z',
          description: 'A walk along the river (https://a.invalid/x).',
        },
        { title: 'a' },
      ],
    });
    expect((await own.client.get(`/content/${id}`)).body).toMatchObject({
      title: 'Evening Walks',
      content_type: 3,
    });
  });

  test('is asked for a second time by a host that refuses unknown programs, or says so (CAT-137)', async () => {
    const at = path();
    const respondTo = (agent: RegExp) =>
      host.set(at, (request, response) => {
        if (agent.test(request.headers['user-agent'] ?? ''))
          response.end(podcast('Guarded', [{ guid: 'a' }]));
        else response.writeHead(403).end();
      });
    respondTo(/AntennaPod/u);
    await expect(feeds.add(host.origin + at)).rejects.toThrow('The host refuses this program (403).');
    respondTo(/Mozilla.*Hark/u);
    expect(await feeds.add(host.origin + at)).toMatchObject({ episodes: 1 });
  });

  test('is gone with all its episodes when it is removed', async () => {
    const { id } = await added(podcast('Short', [{ guid: 'a' }]));
    expect(await feeds.remove(id)).toBe('Short');
    expect(await titles()).toEqual([]);
    expect((await own.client.get('/categories')).body).toMatchObject({ results: [] });
  });

  test('twice is refused, also after a permanent redirect', async () => {
    const { id, at } = await added(podcast('Once', [{ guid: 'a' }]));
    const old = path();
    host.set(old, (_, response) => response.writeHead(301, { location: at }).end());
    await expect(feeds.add(host.origin + at)).rejects.toThrow(`as ${id}`);
    await expect(feeds.add(host.origin + old)).rejects.toThrow(FeedError);
  });

  test.each([
    ['no address', () => 'words', 'not an address'],
    ['another scheme', () => 'ftp://a.invalid/feed', 'http or https'],
    ['nothing', () => `${host.origin}/nothing`, '404'],
    [
      'a page',
      () => {
        host.set('/page', '<!doctype html><p>Hi');
        return `${host.origin}/page`;
      },
      'no feed',
    ],
    [
      'half a feed',
      () => {
        host.set('/half', podcast('Half', [{ guid: 'a' }]).slice(0, -20));
        return `${host.origin}/half`;
      },
      'only a part',
    ],
    [
      'a circle',
      () => {
        host.set('/circle', (_, response) => response.writeHead(302, { location: '/circle' }).end());
        return `${host.origin}/circle`;
      },
      'circles',
    ],
    [
      'a document without end',
      () => {
        host.set('/bomb', (_, response) => {
          response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync(Buffer.alloc(40 * 1024 * 1024)));
        });
        return `${host.origin}/bomb`;
      },
      '32 MB',
    ],
  ])('but leads to %s is refused, and nothing is added', async (_, address, message) => {
    await expect(feeds.add(address())).rejects.toThrow(message);
    expect(await feeds.list()).toEqual([]);
  });
});

describe('a refresh', () => {
  test('adds, changes and hides episodes, and brings them back', async () => {
    const { id, at } = await added(podcast('Show', [{ guid: 'b', day: 2 }, { guid: 'a' }]));
    host.set(
      at,
      podcast('Show', [
        { guid: 'c', day: 3 },
        { guid: 'b', title: 'B', day: 2 },
      ]),
    );
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'updated', added: 1, changed: 1, gone: 1 }]);
    expect(await titles()).toEqual(['B', 'Show', 'c']);
    host.set(at, podcast('Show', [{ guid: 'c', day: 3 }, { guid: 'b', title: 'B', day: 2 }, { guid: 'a' }]));
    expect(await feeds.refresh(null)).toMatchObject([{ outcome: 'updated', added: 0, changed: 1, gone: 0 }]);
    expect(await titles()).toEqual(['B', 'Show', 'a', 'c']);
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'unchanged' }]);
  });

  test('keeps the positions of listeners when the host or a sound is replaced (CAT-180, CAT-181)', async () => {
    const { id, at } = await added(podcast('Placed', [{ guid: 'old2', day: 2 }, { guid: 'old1' }]));
    const newest = async () => {
      const { body } = await own.client.get(`/podcast-episodes?pid=${id}`);
      return v.parse(wire.itemPage, body).results[0];
    };
    const before = await newest();
    const heard = { id: before?.id, playback_speed: 1, content_type: 4, last_position: 60_000 };
    expect((await own.client.post('/user/content', [heard])).status).toBe(200);
    const other = await podcastHost();
    const listed = (sound: string) => [
      { guid: 'urn:2', title: 'old2', sound, day: 2 },
      { guid: 'urn:1', title: 'old1', sound: '/b/old1.mp3' },
    ];
    other.set('/feed', podcast('Placed', listed('/b/old2.mp3')));
    host.set(at, (_, response) => response.writeHead(301, { location: `${other.origin}/feed` }).end());
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'updated', added: 0, changed: 2, gone: 0 }]);
    expect(await newest()).toMatchObject({ id: before?.id, index: before?.index, url: before?.url });
    other.set('/feed', podcast('Placed', listed('/other.mp3')).replace('1:30', '0:20'));
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'updated', added: 0, changed: 1, gone: 0 }]);
    expect(await newest()).toMatchObject({ id: before?.id, run_time: 20 });
    const { body } = await own.client.get(`/user/playing-data/${before?.id}`);
    expect(body).toMatchObject({ last_position: 60_000, is_active: true });
  });

  test('asks whether the feed has changed, and reads compressed responses', async () => {
    const at = path();
    host.set(at, (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else {
        response
          .writeHead(200, {
            etag: '"v1"',
            'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
            'content-encoding': 'gzip',
          })
          .end(gzipSync(podcast('Tagged', [{ guid: 'a' }])));
      }
    });
    const { id } = await feeds.add(host.origin + at);
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'unchanged' }]);
    expect(host.headers.get(at)).toMatchObject({ 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' });
  });

  test('comes about every hour, later after each failure, and not before the host allows it', async () => {
    const { id, at } = await added(podcast('Regular', [{ guid: 'a' }]));
    const waits = async (): Promise<number> => {
      const [feed] = await feeds.list();
      return (feed?.nextAt ?? 0) - clock.now();
    };
    const { signal } = new AbortController();
    expect(await waits()).toBeGreaterThan(0.7 * HOUR);
    expect(await waits()).toBeLessThan(1.3 * HOUR);
    expect(await feeds.refreshDue(signal)).toEqual([]);
    host.set(at, (_, response) => response.writeHead(500).end());
    const pauses: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      clock.setOffset(clock.now() - Date.now() + (await waits()) + 1000);
      expect(await feeds.refreshDue(signal)).toMatchObject([
        { outcome: 'failed', error: 'The host answers 500.' },
      ]);
      pauses.push(await waits());
    }
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses);
    host.set(at, (_, response) => response.writeHead(429, { 'retry-after': '36000' }).end());
    await feeds.refresh(id);
    expect(await waits()).toBeGreaterThan(9 * HOUR);
    // What was read before stays.
    expect(await titles()).toEqual(['Regular', 'a']);
  });

  test('keeps the episodes of a feed that suddenly has none', async () => {
    const { id, at } = await added(podcast('Emptied', [{ guid: 'a' }]));
    host.set(at, podcast('Emptied', []));
    expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'failed' }]);
    expect(await titles()).toEqual(['Emptied', 'a']);
  });

  test('keeps a permanent redirect and the new address that a feed names, but no temporary one', async () => {
    const body = podcast('Moving', [{ guid: 'a' }]);
    const { id, at } = await added(body);
    const [second, third, fourth] = [path(), path(), path()];
    const addressNow = async () => (await feeds.list())[0]?.url.replace(host.origin, '');
    host.set(second, body);
    host.set(at, (_, response) => response.writeHead(307, { location: second }).end());
    await feeds.refresh(id);
    expect(await addressNow()).toBe(at);
    host.set(at, (_, response) => response.writeHead(308, { location: second }).end());
    await feeds.refresh(id);
    expect(await addressNow()).toBe(second);
    const movedTo = (to: string): string =>
      podcast('Moving', [{ guid: 'a' }], `<itunes:new-feed-url>${host.origin}${to}</itunes:new-feed-url>`);
    host.set(third, body);
    host.set(second, movedTo(third));
    await feeds.refresh(id);
    expect(await addressNow()).toBe(third);
    // Nothing is there, so the podcast stays where it is.
    host.set(third, movedTo(fourth));
    await feeds.refresh(id);
    expect(await addressNow()).toBe(third);
  });

  test('of an unknown podcast is refused', async () => {
    await expect(feeds.refresh('p0')).rejects.toThrow(FeedError);
    await expect(feeds.remove('p0')).rejects.toThrow(FeedError);
  });
});

describe('a feed that is made to take long (CAT-106)', () => {
  const heavy = podcast('Heavy', [{ guid: 'h' }], '<x/>'.repeat(500_000));
  const bounded = (bounds: Partial<ThreadBounds>): Feeds =>
    new Feeds(db, clock, HERE, new FeedThreads(bounds));

  test.each([
    ['longer than 0.1 seconds', { seconds: 0.1 }],
    ['more than 64 MB of memory', { megabytes: 64 }],
  ])(
    'is not read if it needs %s, keeps its episodes, and holds up no other feed',
    async (reason, bounds) => {
      const limited = bounded(bounds);
      const { id, at } = await added(podcast('Good', [{ guid: 'g' }]));
      host.set(at, heavy);
      expect(await limited.refresh(id)).toMatchObject([{ outcome: 'failed' }]);
      expect((await feeds.list())[0]).toMatchObject({
        error: expect.stringContaining(reason) as unknown,
        episodes: 1,
      });
      host.set(at, podcast('Good', [{ guid: 'g2', day: 2 }, { guid: 'g' }]));
      expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'updated', added: 1 }]);
    },
    120_000,
  );

  test('is refused with more than 20,000 episodes, or with pages of more than 64 MB', async () => {
    const at = path();
    host.set(at, podcast('Long', []).replace('</channel>', `${'<item/>'.repeat(20_001)}</channel>`));
    await expect(feeds.add(host.origin + at)).rejects.toThrow('The feed has more than 20,000 episodes.');
    for (const page of [1, 2, 3]) {
      const large = gzipSync(
        podcast('Large', [{ guid: `l${page}` }], next(`${at}?${page + 1}`) + ' '.repeat(24e6)),
      );
      host.set(`${at}?${page}`, (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(large),
      );
    }
    await expect(feeds.add(`${host.origin}${at}?1`)).rejects.toThrow('are larger than 64 MB');
    expect(await feeds.list()).toEqual([]);
  }, 120_000);

  test('waits longer each time if it ends the process: it counts as failed before it is read', async () => {
    const { id, at } = await added(podcast('Ends', [{ guid: 'e' }]));
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    /** Begins to read the podcast with a new process, which never ends it. */
    const begin = async (): Promise<number> => {
      await new Promise<void>((resolve) => {
        host.set(at, () => resolve());
        feeds.refresh(id, stop.signal).catch(() => undefined);
      });
      const row = await sql<{ failures: number; next_at: number }>`
        select failures, next_at from feeds where id = ${id}`.execute(db);
      failures.push(row.rows[0]?.failures ?? 0);
      return (row.rows[0]?.next_at ?? 0) - clock.now();
    };
    const failures: number[] = [];
    const waits: number[] = [];
    for (let times = 0; times < 5; times += 1) waits.push(await begin());
    expect(failures).toEqual([1, 2, 3, 4, 5]);
    // A wait is up to a fifth shorter or longer than twice the one before.
    expect(waits[4]).toBeGreaterThan(16 * (HOUR / 6) * 0.75);
    for (const [at, wait] of waits.entries()) expect(wait).toBeLessThan(2 ** at * (HOUR / 6) * 1.25);
    expect(await feeds.refreshDue(stop.signal)).toEqual([]);
  });

  test('is searched by the words that its thread has made', async () => {
    /** Marks the words, so that the test sees where they come from. */
    class MarkingThreads extends FeedThreads {
      override use<Result>(work: (thread: FeedThread) => Promise<Result>): Promise<Result> {
        return super.use((thread) => {
          const ask = thread.ask.bind(thread);
          const marked = (words: ReadyWords): ReadyWords => ({
            ...words,
            words: `${words.words} 'marked':1`,
          });
          vi.spyOn(thread, 'ask').mockImplementation(async (request, signal) => {
            const reply = await ask(request, signal);
            if ('words' in reply) return { ...reply, words: marked(reply.words) };
            if (!('rows' in reply)) return reply;
            return { ...reply, rows: reply.rows.map((row) => ({ ...row, words: marked(row.words) })) };
          });
          return work(thread).finally(() => vi.restoreAllMocks());
        });
      }
    }
    const at = path();
    host.set(at, podcast('Handed Over', [{ guid: 'w1' }, { guid: 'w2', day: 2 }]));
    await new Feeds(db, clock, HERE, new MarkingThreads()).add(host.origin + at);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from items where words @@ 'marked'::tsquery`.execute(db);
    expect(rows).toEqual([{ count: 3 }]);
  });

  test('is not read again if its document is the same', async () => {
    const { id } = await added(podcast('Same', [{ guid: 's' }]));
    expect(await bounded({ seconds: 0 }).refresh(id)).toMatchObject([{ outcome: 'unchanged' }]);
  });
});

test('many episodes are written in several steps, and none of them again', async () => {
  const episodes = Array.from({ length: 450 }, (_, index) => ({
    guid: `m${index}`,
    notes: 'A walk. '.repeat(100),
    day: 1 + ((450 - index) % 28),
  }));
  const { id, at, episodes: count } = await added(podcast('Many', episodes));
  expect(count).toBe(450);
  host.set(at, podcast('Many', [...episodes, { guid: 'older', day: 1 }].with(7, { guid: 'm7', day: 3 })));
  expect(await feeds.refresh(id)).toMatchObject([{ outcome: 'updated', added: 1, changed: 1, gone: 0 }]);
});

describe('what is not listed is said (CAT-242)', () => {
  test.each([
    ['no entry', podcast('Empty', []), 'The feed has no entries.'],
    [
      'no sound',
      podcast('Blog', [{ guid: 'a' }]).replace(/<enclosure[^>]*>/u, ''),
      'No entry of the feed has a sound.',
    ],
    [
      'no end of a category',
      podcast('Open', [{ guid: 'a' }], '<itunes:category text="A"><itunes:category text="B"/>'),
      null,
    ],
  ])('of a feed with %s', async (_, document, note) => {
    const { id } = await added(document);
    expect((await feeds.list()).find((feed) => feed.id === id)?.note).toBe(note);
  });
});

describe('a feed cannot lead', () => {
  const outside = new Feeds(db, clock, []);

  test.each([
    'http://127.0.0.1/feed',
    'http://[::1]/feed',
    'http://localhost/feed',
    'http://169.254.169.254/',
  ])('to %s', async (address) => {
    await expect(outside.add(address)).rejects.toThrow('public internet');
  });

  test('by a redirect to a network that is not allowed', async () => {
    const at = path();
    host.set(at, (_, response) => response.writeHead(302, { location: 'http://127.0.0.2/feed' }).end());
    await expect(feeds.add(host.origin + at)).rejects.toThrow('127.0.0.2 is not on the public internet');
  });

  test.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['10.1.2.3', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:a00:1', false],
    ['::ffff:93.184.216.34', true],
    ['fe80::1', false],
    ['fd00::1', false],
    ['64:ff9b::a00:1', false],
    ['::ffff:0:a00:1', false],
    ['100::1', false],
    ['100:0:0:1::1', false],
    ['5f00::1', false],
    ['2001:db8::1', false],
    ['fec0::1', false],
    ['no address', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(new PublicAddresses([]).allows(address)).toBe(isPublic);
  });

  test('except to networks of one’s own', () => {
    const addresses = new PublicAddresses(['192.168.0.0/16', 'fd00::/8']);
    expect(addresses.allows('192.168.1.1')).toBe(true);
    expect(addresses.allows('fd00::1')).toBe(true);
    expect(addresses.allows('10.0.0.1')).toBe(false);
  });
});

test('a running provider reads the podcasts that are due', async () => {
  const dataDir = temporaryFolder();
  const options = { dataDir, library: [], feedNetworks: HERE };
  const at = path();
  host.set(at, podcast('Live', [{ guid: 'a' }]));
  const first = await startProvider(options);
  await new Feeds(first.db, first.clock, HERE).add(host.origin + at);
  await sql`update feeds set next_at = 0`.execute(first.db);
  await first.close();
  host.set(at, podcast('Live', [{ guid: 'b', day: 2 }, { guid: 'a' }]));
  const lines: string[] = [];
  const second = await startProvider({ ...options, log: (line) => lines.push(line) });
  try {
    await vi.waitFor(() => expect(lines).toContain('feeds: Live: 1 added, 0 changed, 0 gone'), {
      timeout: 20_000,
    });
  } finally {
    await second.close();
  }
}, 120_000);
