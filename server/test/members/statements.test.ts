import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { csv, readRefused, readStatement, statementOf } from '../../members/statements.ts';
import { removeMember } from '../../members/manage-members.ts';
import { OPERATOR } from '../../members/audit.ts';
import { addRoyalties, saveOpened } from '../../members/royalties.ts';
import type { Database } from '../../members/tables.ts';
import { useProvider } from '../support/provider.ts';
import { parseMediaPath } from '../../media/media-path.ts';

const provider = useProvider();
const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2027, 0, 1);
const ALWAYS = { from: 0, till: Date.UTC(2100, 0) };
/** One author, an episode of a podcast, a track of a collection, and titles that do not exist or were not opened. */
const SINGLE = 'the-ferry-timetable';
const CHAPTERED = 'the-clockmakers-apprentice-learns-to-wait';
const COLLECTION = 'learn-to-sleep-again';

let db: Database;
let episode = '';
let track = '';

beforeAll(async () => {
  ({ db } = provider());
  const of = (type: 4 | 6) =>
    db.selectFrom('items').select('id').where('content_type', '=', type).orderBy('id');
  episode = (await of(4).executeTakeFirstOrThrow()).id;
  track = (await of(6).where('parent_id', '=', COLLECTION).executeTakeFirstOrThrow()).id;
});

beforeEach(async () => {
  for (const table of ['royalty_reports', 'refused_royalties', 'opened_sounds', 'royalty_titles'] as const) {
    await db.deleteFrom(table).execute();
  }
});

async function open(sub: string, id: string, at: number): Promise<void> {
  const medium = await db
    .selectFrom('items')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const url = medium.document.url ?? medium.document.chapter_info[0]?.chapter_url ?? '';
  const parsed = parseMediaPath(url);
  await saveOpened(db, sub, parsed?.kind === 'audio' ? parsed.id : '', at);
}

const total = (rows: readonly { readonly milliseconds: number }[]): number =>
  rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
const accepted = async (): Promise<number> => {
  const rows = await db.selectFrom('royalty_reports').select('duration').execute();
  return rows.reduce((sum, { duration }) => sum + duration, 0);
};

describe('a statement', () => {
  test('adds up to the accepted reports, and with what was set aside to all reports, in any order and repetition (PROG-60)', async () => {
    const listeners = ['rosa', 'sam'];
    const ids = [SINGLE, CHAPTERED, episode, track, 'no-such-title'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            sub: fc.constantFrom(...listeners),
            /** Minutes after the start, in any order: reports may arrive late. */
            at: fc.integer({ min: 0, max: 60 * 24 * 70 }),
            reports: fc.array(
              fc.record({
                content_id: fc.constantFrom(...ids),
                duration: fc.oneof(
                  fc.integer({ min: 1, max: 90_000 }),
                  fc.integer({ min: 1, max: 3_600_000_000 }),
                ),
              }),
              { minLength: 1, maxLength: 4 },
            ),
            times: fc.integer({ min: 1, max: 3 }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (arrivals) => {
          for (const table of ['royalty_reports', 'refused_royalties', 'opened_sounds'] as const) {
            await db.deleteFrom(table).execute();
          }
          for (const sub of listeners) {
            for (const id of [SINGLE, episode, track]) await open(sub, id, START);
          }
          let reported = 0;
          for (const { sub, at, reports, times } of arrivals) {
            for (let time = 0; time < times; time += 1) {
              await addRoyalties(db, sub, reports, START + at * MINUTE);
              reported += reports.reduce((sum, { duration }) => sum + duration, 0);
            }
          }
          const lines = await readStatement(db, ALWAYS);
          const refused = await readRefused(db, ALWAYS);
          expect(total(lines)).toBe(await accepted());
          expect(total(lines) + total(refused)).toBe(reported);
          // The months add up to the whole, too.
          const months = [0, 1, 2].map((month) => ({
            from: Date.UTC(2027, month),
            till: Date.UTC(2027, month + 1),
          }));
          const parts = await Promise.all(months.map((span) => readStatement(db, span)));
          expect(parts.flat()).toEqual(lines);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  test('shares the time of a title between its authors, to the millisecond (PROG-59)', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            month: fc.constantFrom('2027-01', '2027-02'),
            contentId: fc.constantFrom('a', 'b', 'c'),
            milliseconds: fc.integer({ min: 1, max: 10_000_000 }),
          }),
        ),
        fc.integer({ min: 0, max: 7 }),
        (times, count) => {
          const authors = Array.from({ length: count }, (_, at) => ({
            id: `author-${at}`,
            name: `Author ${at}`,
          }));
          const lines = statementOf(times, (id) => ({ id, title: id, authors }));
          expect(total(lines)).toBe(total(times));
          for (const { month, title_id } of lines) {
            const shares = lines
              .filter((line) => line.month === month && line.title_id === title_id)
              .map(({ milliseconds }) => milliseconds);
            expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
          }
          expect(statementOf(times.toReversed(), (id) => ({ id, title: id, authors }))).toEqual(lines);
        },
      ),
    );
  });

  test('counts an episode for its podcast, and a track for the title that it stands for, or else for its collection (PROG-59)', async () => {
    const parts = await db
      .selectFrom('items')
      .select(['id', 'content_type', 'parent_id', 'content_id'])
      .where('content_type', 'in', [4, 6])
      .orderBy('id')
      .execute();
    const first = (type: number) => parts.find((part) => part.content_type === type);
    const cases = [first(4), first(6)].flatMap((part) => {
      if (part === undefined) return [];
      const { id, content_type, parent_id, content_id } = part;
      return [[id, content_type === 6 ? (content_id ?? parent_id) : parent_id] as const];
    });
    expect(cases).toHaveLength(2);
    for (const [id, title] of cases) {
      await db.deleteFrom('royalty_reports').execute();
      await open('rosa', id, START);
      await addRoyalties(db, 'rosa', [{ content_id: id, duration: 1_001 }], START + DAY);
      const lines = await readStatement(db, ALWAYS);
      expect(total(lines)).toBe(1_001);
      expect(new Set(lines.map(({ title_id }) => title_id))).toEqual(new Set([title]));
    }
  });

  test('still names a title and its authors after it was removed from the catalogue', async () => {
    await open('rosa', SINGLE, START);
    await addRoyalties(db, 'rosa', [{ content_id: SINGLE, duration: 5_000 }], START + DAY);
    const before = await readStatement(db, ALWAYS);
    expect(before[0]).toMatchObject({ title: 'The Ferry Timetable', milliseconds: 5_000 });
    await db
      .transaction()
      .execute(async (transaction) => {
        await transaction.deleteFrom('items').where('id', '=', SINGLE).execute();
        expect(await readStatement(transaction, ALWAYS)).toEqual(before);
        throw new Error('undo');
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'undo') throw error;
      });
  });

  test('does not change when a listener deletes the account, and names nobody', async () => {
    const { pool, clock } = provider();
    const email = 'leaver@listener.test';
    const { sub } = await pool.ensureUser({ email, name: 'Lea', password: 'correct horse battery' });
    await open(sub, SINGLE, START);
    await addRoyalties(
      db,
      sub,
      [
        { content_id: SINGLE, duration: 5_000 },
        { content_id: 'nothing', duration: 7 },
      ],
      START + DAY,
    );
    const before = [await readStatement(db, ALWAYS), await readRefused(db, ALWAYS)];
    await removeMember({ db, pool, clock, by: OPERATOR }, email);
    expect([await readStatement(db, ALWAYS), await readRefused(db, ALWAYS)]).toEqual(before);
    expect(await db.selectFrom('royalty_reports').select('sub').execute()).toEqual([{ sub: '' }]);
  });
});

describe('what does not count', () => {
  test('is set aside with its reason (PROG-57, PROG-60)', async () => {
    await open('rosa', SINGLE, START);
    const reports = [
      { content_id: 'no-such-title', duration: 1_000 },
      { content_id: CHAPTERED, duration: 2_000 },
      { content_id: SINGLE, duration: 3_600_000_000 },
    ];
    await addRoyalties(db, 'rosa', reports, START + MINUTE);
    const most = (MINUTE + 5_000) * 2.5;
    expect(await readRefused(db, ALWAYS)).toEqual([
      expect.objectContaining({ content_id: SINGLE, reason: 'too-long', milliseconds: 3_600_000_000 - most }),
      expect.objectContaining({ content_id: CHAPTERED, reason: 'never-opened', milliseconds: 2_000 }),
      expect.objectContaining({
        content_id: 'no-such-title',
        reason: 'unknown-title',
        title: null,
        reports: 1,
      }),
    ]);
    expect(await accepted()).toBe(most);
  });

  test('of one listener cannot fill the database (PROG-60)', async () => {
    for (let call = 0; call < 3; call += 1) {
      const reports = Array.from({ length: 500 }, (_, at) => ({
        content_id: `none-${call}-${at}`,
        duration: 1,
      }));
      await addRoyalties(db, 'eve', reports, START + call);
    }
    const rows = await db.selectFrom('refused_royalties').select('content_id').orderBy('id').execute();
    expect(rows).toHaveLength(1_000);
    expect(rows[0]?.content_id).toBe('none-1-0');
  });
});

describe('a table as CSV', () => {
  test.each([
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    [' =1', `"' =1"`],
    ['Plain, "quoted"\nand more', '"Plain, ""quoted""\nand more"'],
  ])('writes %j as text (PROG-61)', (given, cell) => {
    expect(csv(['title'], [[given]])).toBe(`"title"\n${cell}\n`);
  });

  test('writes numbers as numbers', () => {
    expect(csv(['n'], [[12]])).toBe('"n"\n12\n');
  });
});
