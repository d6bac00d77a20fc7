import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { tablesOf } from '../../backup/make-backup.ts';
import { claimDatabase } from '../../claim-database.ts';
import { Library } from '../../library/library.ts';
import { PictureMaker } from '../../library/media/picture-maker.ts';
import { Renewal } from '../../library/media/routes.ts';
import { startTestProvider, temporaryFolder } from '../support/provider.ts';
import { mp3, tone, wav } from './support/make-audio.ts';
import { mp4 } from './support/make-mp4.ts';
import { ownLibrary } from './support/own-library.ts';

test('a folder is imported at the start and whenever it changes', async () => {
  const folder = temporaryFolder();
  const write = (name: string, frequency: number): void => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, '1.wav'), wav(tone(1, frequency)));
  };
  write('One', 300);
  const lines: string[] = [];
  const provider = await startTestProvider({
    library: [folder],
    log: (line) => lines.push(line),
  });
  const titles = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ title: string }>`
      select document ->> 'title' as title from items order by 1`.execute(provider.db);
    return rows.map(({ title }) => title);
  };
  try {
    await vi.waitFor(async () => expect(await titles()).toEqual(['One']), { timeout: 30_000, interval: 100 });
    write('Two', 310);
    await vi.waitFor(async () => expect(await titles()).toEqual(['One', 'Two']), {
      timeout: 30_000,
      interval: 100,
    });
    rmSync(join(folder, 'One'), { recursive: true });
    await vi.waitFor(async () => expect(await titles()).toEqual(['Two']), { timeout: 30_000, interval: 100 });
    // The report follows the change of the catalogue.
    await vi.waitFor(() => expect(lines.join('\n')).toContain('missing: One (One)'), { timeout: 10_000 });
  } finally {
    await provider.close();
  }
}, 120_000);

test('a library without the demonstration has no account that anybody could know', async () => {
  const provider = await startTestProvider({ library: [temporaryFolder()] });
  try {
    for (const table of ['pool_users', 'listeners']) {
      expect((await sql`select from ${sql.table(table)}`.execute(provider.db)).rows, table).toEqual([]);
    }
  } finally {
    await provider.close();
  }
});

test('an interrupted import continues where it stopped, and a folder that is not served is hidden', async () => {
  const library = await ownLibrary();
  const { db, clock } = library.provider;
  for (let title = 0; title < 100; title++)
    library.write(`T${title}/1.wav`, wav(tone(0.1, 100 + title), 8000));
  const own = new Library(db, clock);
  try {
    const stopping = new AbortController();
    const first = await own.import({
      folder: library.folder,
      signal: stopping.signal,
      onProgress: ({ done }) => {
        if (done >= 30) stopping.abort();
      },
    });
    expect(first.complete).toBe(false);
    expect(first.read).toBeLessThan(100);
    const second = await own.import({ folder: library.folder });
    expect(second.complete).toBe(true);
    expect(second.read).toBe(100 - first.read);
    expect(first.added.length + second.added.length).toBe(100);

    const count = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from items`.execute(db);
      return rows[0]?.count ?? 0;
    };
    expect(await count()).toBe(100);
    expect(await own.hideOtherFolders(['/elsewhere'])).toEqual(new Map([[library.folder, 100]]));
    expect(await count()).toBe(0);
    expect((await own.import({ folder: library.folder })).returned).toHaveLength(100);
    expect(await count()).toBe(100);
  } finally {
    await own.close();
  }
}, 120_000);

test('the database of a library contains no data of the demonstration (CAT-102)', async () => {
  const provider = await startTestProvider({ library: [] });
  try {
    const filled: string[] = [];
    for (const { name } of await tablesOf(provider.db)) {
      const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(provider.db);
      if (rows.length > 0) filled.push(name);
    }
    // Keys, settings and the running import only: no title, no author, no account, no event, no payment.
    const own = ['library_imports', 'pool_secrets', 'pool_signing_keys', 'provider_settings'];
    expect(filled.filter((name) => !own.includes(name))).toEqual([]);
    const settings = await provider.db
      .selectFrom('provider_settings')
      .select('name')
      .orderBy('name')
      .execute();
    expect(settings.map(({ name }) => name)).toEqual([
      'catalogue/words',
      'database/parts',
      'feeds/transcript-reader',
      'secret/feed-callers',
      'secret/media-addresses',
      'source',
    ]);
  } finally {
    await provider.close();
  }
}, 60_000);

test('a database belongs to one source', async () => {
  const library = await ownLibrary();
  await expect(claimDatabase(library.provider.db, 'demo')).rejects.toThrow('a library of its own');
  expect(await claimDatabase(library.provider.db, null)).toBe('library');
}, 60_000);

describe('an address that is in use', () => {
  const START = 1_000_000;
  const url = (listener: string): URL => new URL(`http://a.test/media/audio/one.mp3?listener=${listener}`);

  /** Addresses that expire five seconds after the start. */
  const opened = () => {
    const world = { now: START, checks: 0, mayHear: true };
    const renewal = new Renewal({
      clock: { now: () => world.now },
      verify(address) {
        const listener = address.searchParams.get('listener') ?? '';
        if (listener === 'nobody') return { verdict: 'forged' };
        const left = (START + 5000 - world.now) / 1000;
        return left > 0
          ? { verdict: 'ok', secondsLeft: left, listener }
          : { verdict: 'expired', secondsAgo: -left, listener };
      },
      mayHear() {
        world.checks += 1;
        return Promise.resolve(world.mayHear);
      },
    });
    const admit = async (minutes: number, listener = 'ann'): Promise<string | number> => {
      world.now = START + minutes * 60_000;
      const admitted = await renewal.admit(url(listener));
      return typeof admitted === 'string' ? admitted : admitted.seconds;
    };
    return { world, renewal, admit };
  };

  test('outlives its time, for a day at most, and nobody else may use it', async () => {
    const { admit } = opened();
    expect(await admit(0, 'nobody')).toBe('forged');
    expect(await admit(0)).toBe(5);
    expect(await admit(9)).toBe(0);
    expect(await admit(9, 'ben')).toBe('expired');
    for (let minutes = 18; minutes < 24 * 60; minutes += 9) expect(await admit(minutes)).toBe(0);
    expect(await admit(24 * 60 + 1)).toBe('expired');
    const other = opened();
    expect(await other.admit(0)).toBe(5);
    expect(await other.admit(11)).toBe('expired');
  });

  test('is renewed after the listener was checked, at most once a minute (ENT-78)', async () => {
    const { world, admit } = opened();
    expect(await admit(0)).toBe(5);
    expect(world.checks).toBe(0);
    for (let seconds = 6; seconds < 180; seconds += 1) expect(await admit(seconds / 60)).toBe(0);
    expect(world.checks).toBe(3);
    world.mayHear = false;
    expect(await admit(4)).toBe('expired');
    expect(await admit(4)).toBe('expired');
    expect(world.checks).toBe(4);
  });

  test('ends a sound that is being sent when the listener may not hear it any more (ENT-78)', async () => {
    const { world, renewal } = opened();
    world.now = START;
    const admitted = await renewal.admit(url('ann'));
    if (typeof admitted === 'string') throw new Error(admitted);
    // A player may take a piece each quarter of an hour.
    async function* pieces() {
      for (;;) {
        world.now += 15 * 60_000;
        yield await Promise.resolve(Buffer.from('sound'));
      }
    }
    const sent = admitted.guard(pieces());
    expect(await sent.next()).toHaveProperty('done', false);
    expect(await sent.next()).toHaveProperty('done', false);
    world.mayHear = false;
    await expect(sent.next()).rejects.toThrow('not hear');
  });
});

describe('covers', () => {
  const picture = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 900, height: 900, channels: 3, background } })
      .png()
      .toBuffer();

  test('covers come from the file, else from the folder, in the size and format that is asked for', async () => {
    const library = await ownLibrary();
    library.write('Tagged/1.mp3', await mp3(tone(1, 300), { tag: { picture: await picture('#ff0000') } }));
    library.write('Tagged/cover.png', await picture('#0000ff'));
    library.write('M4B/1.m4b', mp4({ seconds: 2, codec: 'aac', picture: await picture('#00ff00') }));
    library.write('Folder/1.wav', wav(tone(1, 310)));
    library.write('Folder/folder.png', await picture('#888888'));
    library.write('Folder/cover.png', await picture('#0000ff'));
    library.write('Broken/1.wav', wav(tone(1, 320)));
    library.write('Broken/cover.jpg', 'not a picture');
    await library.import();
    const { body } = await library.client.get('/browse');
    const titles = v.parse(v.object({ new_releases: v.array(wire.item) }), body).new_releases;
    const coverOf = (title: string): string =>
      library.provider.origin + (titles.find((each) => each.title === title)?.img_url ?? '');

    const colours = { Tagged: [255, 0, 0], M4B: [0, 255, 0], Folder: [0, 0, 255] };
    for (const [title, colour] of Object.entries(colours)) {
      const response = await fetch(`${coverOf(title)}&w=300`, { headers: { accept: 'image/webp,*/*' } });
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info.width).toBe(320);
      colour.forEach((value, at) => expect(Math.abs((data[at] ?? 0) - value)).toBeLessThan(12));
      const tag = response.headers.get('etag') ?? '';
      const again = await fetch(`${coverOf(title)}&w=300`, { headers: { 'if-none-match': tag } });
      expect(again.status).toBe(304);
    }
    const avif = await fetch(`${coverOf('Folder')}&w=90&f=avif`);
    expect((await sharp(Buffer.from(await avif.arrayBuffer())).metadata()).width).toBe(96);
    // If a picture cannot be decoded, a drawn cover replaces it.
    expect((await fetch(coverOf('Broken'))).headers.get('content-type')).toContain('svg');
  }, 60_000);

  describe('one original at a time', () => {
    const maker = () => {
      const at = { now: 0 };
      return { at, pictures: new PictureMaker({ now: () => at.now }) };
    };

    test('in all its sizes, so that a slow one holds up no other (CAT-111)', async () => {
      const { pictures } = maker();
      const good = await picture('#ff0000');
      let read = 0;
      let arrive: (bytes: Buffer) => void = () => undefined;
      const slow = new Promise<Buffer>((resolve) => (arrive = resolve));
      const waitForSlow = (): Promise<Buffer> => {
        read += 1;
        return slow;
      };
      const original = { name: 'slow', source: 'a', read: waitForSlow };
      const sizes = [96, 160, 240].map((width) => pictures.make(original, width, 'jpeg'));
      const other = { name: 'other', source: 'a', read: () => Promise.resolve(good) };
      expect(await pictures.make(other, 96, 'jpeg')).not.toBeNull();
      expect(read).toBe(1);
      arrive(good);
      expect((await Promise.all(sizes)).every((each) => each !== null)).toBe(true);
    });

    test('and slow sources hold up no other one (CAT-111)', async () => {
      const { pictures } = maker();
      const good = await picture('#ff0000');
      const read: string[] = [];
      let arrive: (bytes: Buffer) => void = () => undefined;
      const slow = new Promise<Buffer>((resolve) => (arrive = resolve));
      const waiting = ['a', 'b', 'c'].flatMap((source) =>
        [1, 2, 3].map((number) => {
          const name = `${source}${number}`;
          const wait = (): Promise<Buffer> => {
            read.push(name);
            return slow;
          };
          return pictures.make({ name, source, read: wait }, 96, 'jpeg');
        }),
      );
      const other = { name: 'other', source: 'd', read: () => Promise.resolve(good) };
      expect(await pictures.make(other, 96, 'jpeg')).not.toBeNull();
      expect(read).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
      arrive(good);
      expect((await Promise.all(waiting)).every((each) => each !== null)).toBe(true);
    });

    test('and not again for ten minutes after it could not be made', async () => {
      const { at, pictures } = maker();
      let read = 0;
      const svg = async () => {
        read += 1;
        return Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
      };
      for (const minutes of [0, 9, 10]) {
        at.now = minutes * 60_000;
        expect(await pictures.make({ name: 'drawn', source: 'a', read: svg }, 96, 'webp')).toBeNull();
      }
      expect(read).toBe(2);
    });
  });
});
