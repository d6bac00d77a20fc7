import { describe, expect, test } from 'vitest';
import { contentId, type ContentId, seriesId } from '../../../src/domain/catalogue/content.ts';
import type { Result } from '../../../src/domain/result.ts';
import { FIRST_QUERY } from '../../src/domain/title.ts';
import { instant } from '../../../src/domain/time.ts';
import type {
  StudioApi,
  StudioFailure,
  LocalFile,
  Uploads,
  Draft,
  Drafts,
} from '../../src/ports/studio-api.ts';
import { fieldsOfItem, typedFrom } from '../../src/domain/fields.ts';
import { PLAIN_ITEM } from '../../../test/arbitraries/content.ts';

/** A sender of files, and the provider that receives them. */
export type UploadsFixture = {
  readonly uploads: Uploads;
  readonly file: LocalFile;
  /** The provider receives the rest of the file. */
  finish(path: string): Promise<void> | void;
  /** The provider refuses the file, with a sentence. */
  refuse(path: string, message: string): Promise<void> | void;
  /** Whether the provider holds nothing of the file any more. */
  isDeleted(path: string): Promise<boolean> | boolean;
};

type Reported = { sent: number; readonly ends: string[] };

const follow = ({ uploads, file }: UploadsFixture, path: string) => {
  const reported: Reported = { sent: 0, ends: [] };
  const upload = uploads.start(file, path, {
    progressed: (sent) => (reported.sent = sent),
    done: () => reported.ends.push('done'),
    failed: ({ message, isRefused }) =>
      reported.ends.push(
        `${isRefused ? 'refused' : 'lost'}: ${typeof message === 'string' ? message : message.text}`,
      ),
  });
  return { reported, upload };
};

/** The tests that every adapter of the uploads port must pass. */
export const describeUploads = (name: string, make: () => UploadsFixture): void => {
  describe(`${name} is a sender of files`, () => {
    test('reports all bytes and then the end, once', async () => {
      const fixture = make();
      const { reported } = follow(fixture, 'Book/1.mp3');
      expect(reported.ends).toEqual([]);
      await fixture.finish('Book/1.mp3');
      expect(reported).toEqual({ sent: fixture.file.size, ends: ['done'] });
    });

    test('reports the sentence of a refusal', async () => {
      const fixture = make();
      const { reported } = follow(fixture, 'Book/1.mp3');
      await fixture.refuse('Book/1.mp3', 'This is no audio file.');
      expect(reported.ends).toEqual(['refused: This is no audio file.']);
    });

    test('deletes what has arrived when it is cancelled, and reports no end', async () => {
      const fixture = make();
      const { reported, upload } = follow(fixture, 'Book/1.mp3');
      upload.cancel();
      expect(await fixture.isDeleted('Book/1.mp3')).toBe(true);
      expect(reported.ends).toEqual([]);
    });
  });
};

/** The drafts under test. */
export type DraftsFixture = { readonly drafts: Drafts };

const ID = contentId('1');
const base = typedFrom(fieldsOfItem(PLAIN_ITEM));
const DRAFT: Draft = {
  version: '3',
  base,
  typed: { ...base, title: 'Typed', validFrom: instant(5), discountPrice: '4,9' },
  members: [{ id: contentId('2'), title: 'Waves', type: 1, runTime: null }],
};

/** The tests that every adapter of the drafts port must pass (STU-10). */
export const describeDrafts = (name: string, make: () => DraftsFixture): void => {
  describe(`${name} is a store of drafts`, () => {
    test('returns a draft as it was saved', () => {
      const { drafts } = make();
      drafts.save('olga@example.org', ID, DRAFT);
      expect(drafts.load('olga@example.org', ID)).toEqual(DRAFT);
    });

    test('separates persons and titles', () => {
      const { drafts } = make();
      drafts.save('olga@example.org', ID, DRAFT);
      expect(drafts.load('ben@example.org', ID)).toBeNull();
      expect(drafts.load('olga@example.org', contentId('2'))).toBeNull();
    });

    test('returns nothing after a draft was removed', () => {
      const { drafts } = make();
      drafts.save('olga@example.org', ID, DRAFT);
      drafts.remove('olga@example.org', ID);
      expect(drafts.load('olga@example.org', ID)).toBeNull();
    });
  });
};

/** A studio with an owner, whose catalogue has at least three titles of files. */
export type StudioFixture = {
  readonly api: StudioApi;
  /** A title of a file; nobody has edited it. */
  readonly title: ContentId;
};

const valueOf = <Value>(result: Result<Value, StudioFailure>): Value => {
  if (!result.ok)
    throw new Error(`The call failed: ${result.error.kind}: ${JSON.stringify(result.error.message)}`);
  return result.value;
};
const failureOf = (result: Result<unknown, StudioFailure>): string =>
  result.ok ? 'none' : result.error.kind;

const NOBODY_HAS = contentId('no-such-title');

/** What every studio does. */
export function describeStudio(make: () => Promise<StudioFixture>): void {
  describe('the catalogue', () => {
    test('names who is signed in', async () => {
      const { api } = await make();
      expect(valueOf(await api.me()).role).toBe('owner');
    });

    test('lists titles in parts that add up', async () => {
      const { api } = await make();
      const query = { ...FIRST_QUERY, sort: 'title', isDescending: false } as const;
      const all = valueOf(await api.titles(query, { offset: 0, limit: 100 }));
      expect(all.rows.length).toBe(all.total);
      expect(all.total).toBeGreaterThanOrEqual(3);
      const second = valueOf(await api.titles(query, { offset: 1, limit: 1 }));
      expect(second).toEqual({ total: all.total, rows: [all.rows[1]] });
    });

    test('sorts both ways', async () => {
      const { api } = await make();
      const titles = async (isDescending: boolean) =>
        valueOf(
          await api.titles({ ...FIRST_QUERY, sort: 'title', isDescending }, { offset: 0, limit: 100 }),
        ).rows.map(({ id }) => id);
      expect(await titles(true)).toEqual((await titles(false)).toReversed());
    });

    test('finds a title by its name', async () => {
      const { api, title } = await make();
      const { item } = valueOf(await api.title(title));
      const { rows } = valueOf(
        await api.titles({ ...FIRST_QUERY, text: item.title }, { offset: 0, limit: 100 }),
      );
      expect(rows.map(({ id }) => id)).toContain(title);
    });

    test('knows no title that is not there', async () => {
      const { api } = await make();
      expect(failureOf(await api.title(NOBODY_HAS))).toBe('not-found');
    });
  });

  describe('an edit', () => {
    test('changes the title, and another read shows it', async () => {
      const { api, title } = await make();
      const before = valueOf(await api.title(title));
      const edited = valueOf(await api.editTitle(title, before.version, { title: 'A New Name' }));
      expect(edited.item.title).toBe('A New Name');
      expect(edited.edited).toEqual(['title']);
      expect(edited.found.title).toBe(before.item.title);
      expect(valueOf(await api.title(title)).item.title).toBe('A New Name');
    });

    test('changes narrators and series', async () => {
      const { api, title } = await make();
      const before = valueOf(await api.title(title));
      const series = [
        { name: 'Tides', sequence: '1,5' },
        { name: 'Harbour', sequence: '' },
      ];
      const edited = valueOf(
        await api.editTitle(title, before.version, { narrators: ['Rolf Berg'], series }),
      );
      expect(edited.item.narrators).toMatchObject([{ name: 'Rolf Berg' }]);
      expect(edited.item.series).toMatchObject([
        { name: 'Tides', sequence: '1,5' },
        { name: 'Harbour', sequence: null },
      ]);
      expect([edited.found.series, edited.edited.toSorted()]).toEqual([[], ['narrators', 'series']]);
    });

    test('merges no series into itself, and none that is not there', async () => {
      const { api } = await make();
      const [one, other] = [seriesId('one'), seriesId('other')];
      expect(failureOf(await api.mergeSubject('series', one, one))).toBe('invalid');
      expect(failureOf(await api.mergeSubject('series', one, other))).toBe('not-found');
    });

    test('of an old version is a conflict and changes nothing', async () => {
      const { api, title } = await make();
      const before = valueOf(await api.title(title));
      valueOf(await api.editTitle(title, before.version, { title: 'First' }));
      expect(failureOf(await api.editTitle(title, before.version, { title: 'Second' }))).toBe('conflict');
      expect(valueOf(await api.title(title)).item.title).toBe('First');
    });

    test('goes back to what the source says', async () => {
      const { api, title } = await make();
      const before = valueOf(await api.title(title));
      const edited = valueOf(await api.editTitle(title, before.version, { title: 'Other' }));
      const back = valueOf(await api.editTitle(title, edited.version, { reset: ['title'] }));
      expect([back.item.title, back.edited]).toEqual([before.item.title, []]);
    });

    test('hides a title and publishes it again', async () => {
      const { api, title } = await make();
      const { version } = valueOf(await api.title(title));
      const hidden = valueOf(await api.editTitle(title, version, { hidden: true }));
      expect(hidden.state).toBe('hidden');
      const { rows } = valueOf(
        await api.titles({ ...FIRST_QUERY, state: 'hidden' }, { offset: 0, limit: 10 }),
      );
      expect(rows.map(({ id }) => id)).toEqual([title]);
      expect(valueOf(await api.editTitle(title, hidden.version, { hidden: false })).state).toBe('published');
    });

    test('sets windows and a price, which the calendar lists', async () => {
      const { api, title } = await make();
      const { version } = valueOf(await api.title(title));
      const [start, end] = [instant(Date.UTC(2031, 4, 3, 12)), instant(Date.UTC(2031, 4, 9, 12))];
      const edited = valueOf(
        await api.editTitle(title, version, {
          discountPrice: 4.99,
          discountStart: start,
          discountEnd: end,
          validTill: null,
        }),
      );
      expect(edited.item.discount).toEqual({ price: 4.99, window: { from: start, till: end } });
      const { rows, isComplete } = valueOf(
        await api.windows(instant(Date.UTC(2031, 4)), instant(Date.UTC(2031, 5))),
      );
      expect([rows.map(({ id }) => id), isComplete]).toEqual([[title], true]);
      const elsewhere = valueOf(await api.windows(instant(Date.UTC(2031, 6)), instant(Date.UTC(2031, 7))));
      expect(elsewhere.rows).toEqual([]);
    });
  });

  test('a title becomes another edition of one, and stands alone again', async () => {
    const { api, title } = await make();
    const { rows } = valueOf(await api.titles({ ...FIRST_QUERY, kind: 'file' }, { offset: 0, limit: 100 }));
    const other = rows.find(({ id }) => id !== title)?.id ?? title;
    const { version } = valueOf(await api.title(title));
    expect(failureOf(await api.setEdition(title, version, title))).toBe('invalid');
    const joined = valueOf(await api.setEdition(title, version, other));
    expect(joined.editionOf?.id).toBe(other);
    const back = await api.setEdition(other, valueOf(await api.title(other)).version, title);
    expect(failureOf(back)).toBe('invalid');
    expect(failureOf(await api.setEdition(title, version, null))).toBe('conflict');
    expect(valueOf(await api.setEdition(title, joined.version, null)).editionOf).toBeNull();
  });

  test('a transcript is added, moved and removed, each with the version of the title', async () => {
    const { api, title } = await make();
    const { version } = valueOf(await api.title(title));
    const file = new File(['00:01.000 --> 00:02.000\nThe first sentence.'], 'a.vtt');
    const own = { file, chapter: 0, language: 'en' };
    const added = valueOf(await api.setTranscript(title, version, own));
    const [first] = added.transcripts;
    expect(added.transcripts).toEqual([
      { ...first, language: 'en', source: 'studio', origin: '', isTimed: true, isShown: true, chapters: [0] },
    ]);
    expect(failureOf(await api.setTranscript(title, version, own))).toBe('conflict');
    const [part] = valueOf(await api.transcript(title, first?.id ?? ''));
    expect(part?.cues).toEqual([{ start: 1, text: 'The first sentence.' }]);
    const moved = valueOf(await api.shiftTranscript(title, added.version, first?.id ?? '', 2));
    const removed = await api.removeTranscript(title, moved.version, moved.transcripts[0]?.id ?? '');
    expect(valueOf(removed).transcripts).toEqual([]);
  });

  describe('a collection', () => {
    test('may start empty, and is listed in the order that was set', async () => {
      const { api, title } = await make();
      const ids: ContentId[] = [];
      for (const name of ['One', 'Two', 'Three']) {
        const made = valueOf(await api.createCollection({ title: name, description: '', members: [] }));
        expect([made.state, made.members]).toEqual(['missing', []]);
        ids.push(made.id);
      }
      const seen = valueOf(await api.collections()).map(({ id }) => id);
      const before = seen.filter((id) => ids.includes(id));
      const after = before.toReversed();
      expect(failureOf(await api.orderCollections(after, seen))).toBe('none');
      expect(failureOf(await api.orderCollections(before, seen))).toBe('conflict');
      const listed = valueOf(await api.collections());
      expect(listed.slice(0, 3).map(({ id }) => id)).toEqual(after);
      expect(new Set(listed.slice(0, 3).map((each) => each.title))).toEqual(new Set(['One', 'Two', 'Three']));
      const [one] = after;
      if (one === undefined) throw new Error('Not made');
      const { version } = valueOf(await api.title(one));
      expect(valueOf(await api.setMembers(one, version, [title])).state).toBe('published');
      for (const id of ids) await api.deleteCollection(id);
      expect(valueOf(await api.collections()).filter(({ id }) => ids.includes(id))).toEqual([]);
    });

    test('is made of titles, keeps their order, and can be deleted', async () => {
      const { api } = await make();
      const { rows } = valueOf(await api.titles({ ...FIRST_QUERY, kind: 'file' }, { offset: 0, limit: 2 }));
      const members = rows.map(({ id }) => id);
      const created = valueOf(
        await api.createCollection({ title: 'For the Evening', description: '', members }),
      );
      expect([created.kind, created.members?.map(({ id }) => id)]).toEqual(['collection', members]);
      const turned = valueOf(await api.setMembers(created.id, created.version, members.toReversed()));
      expect(turned.members?.map(({ id }) => id)).toEqual(members.toReversed());
      expect(failureOf(await api.setMembers(created.id, created.version, members))).toBe('conflict');
      expect(failureOf(await api.deleteCollection(created.id))).toBe('none');
      expect(failureOf(await api.title(created.id))).toBe('not-found');
    });
  });
}
