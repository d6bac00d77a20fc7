import { describe, expect, test } from 'vitest';

import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { pageId, type SavedPosition } from '../../../src/domain/progress/position.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import type { JournalChange, PlaybackJournal, UnsentReport } from '../../../src/ports/stored-positions.ts';

/** A journal in the browser's storage. */
export type PlaybackJournalFixture = {
  readonly journal: PlaybackJournal;
  /** The same journal, opened by the next page. */
  reopened(): PlaybackJournal;
  /** Fills the storage. */
  fill(): void;
};

const POSITION: SavedPosition = {
  listener: userId('ada'),
  page: pageId('page-1'),
  audio: contentId('book'),
  contentId: contentId('book'),
  track: trackId('book_2'),
  chapterIndex: 2,
  position: seconds(12.25),
  at: instant(2_000),
  chosenAt: instant(1_000),
  base: { chapterIndex: 1, position: seconds(3) },
  unconfirmed: [{ chapterIndex: 2, position: seconds(8), at: instant(500) }],
};

const REPORT: UnsentReport = {
  id: 'page-1.1',
  listener: userId('ada'),
  page: pageId('page-1'),
  at: instant(1_000),
  playback: {
    id: contentId('book'),
    contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
    speed: DEFAULT_SPEED,
    chapterIndex: 2,
    chapterPosition: milliseconds(12_250),
  },
  royalty: { contentId: contentId('book'), duration: milliseconds(9_000) },
  base: { chapterIndex: null, position: seconds(0.5) },
  unconfirmed: [{ chapterIndex: 1, position: seconds(3), at: instant(500) }],
  unanswered: 2,
  isRoyaltyTried: false,
};

/** The tests that every adapter of the playback journal must pass. */
export const describePlaybackJournal = (name: string, make: () => PlaybackJournalFixture): void => {
  describe(`${name} is a PlaybackJournal`, () => {
    test('stores one position for each content', () => {
      const { journal, reopened } = make();
      expect(journal.position(POSITION.contentId)).toBeNull();
      expect(journal.savePosition(POSITION).ok).toBe(true);
      const moved = { ...POSITION, position: seconds(13), base: 'nothing' as const };
      journal.savePosition(moved);
      journal.savePosition({ ...POSITION, contentId: contentId('other'), chapterIndex: null });
      expect(reopened().position(POSITION.contentId)).toEqual(moved);
      expect(reopened().positions()).toHaveLength(2);
    });

    test('stores base, unconfirmed positions and unanswered attempts of a report', () => {
      const { journal, reopened } = make();
      const first: UnsentReport = {
        ...REPORT,
        id: 'page-1.2',
        base: 'nothing',
        unconfirmed: [],
        unanswered: 0,
      };
      journal.saveReport(REPORT);
      journal.saveReport(first);
      expect(reopened().report(REPORT.id)).toEqual(REPORT);
      expect(reopened().report(first.id)).toEqual(first);
    });

    test('says which reports and drafts it was given', () => {
      const { journal } = make();
      const changes: JournalChange[] = [];
      journal.changed.subscribe((change) => changes.push(change));
      journal.savePosition(POSITION);
      journal.saveDraft(REPORT);
      journal.saveReport(REPORT);
      expect(changes).toEqual([{ kind: 'draft', page: REPORT.page }, { kind: 'reports' }]);
    });

    test('stores reports in the order in which they were made, until they are deleted', () => {
      const { journal, reopened } = make();
      const later = { ...REPORT, id: 'page-0.1', at: instant(5_000), playback: null };
      const between = { ...REPORT, id: 'page-2.1', at: instant(3_000), royalty: null };
      for (const report of [later, REPORT, between]) expect(journal.saveReport(report).ok).toBe(true);
      expect(reopened().reports()).toEqual([REPORT, between, later]);
      expect(reopened().report(between.id)).toEqual(between);
      expect(reopened().report('unknown')).toBeNull();
      const simultaneous = ['page-1.0', 'page-1.3', 'page-1.2'].map((id) => ({ ...REPORT, id }));
      for (const report of simultaneous) journal.saveReport(report);
      expect(
        reopened()
          .reports()
          .map(({ id }) => id),
        'the order of reports of the same time',
      ).toEqual(['page-1.0', 'page-1.1', 'page-1.2', 'page-1.3', between.id, later.id]);
      for (const { id } of simultaneous) journal.deleteReport(id);
      journal.saveReport({ ...REPORT, isRoyaltyTried: true });
      journal.deleteReport(between.id);
      journal.deleteReport('unknown');
      expect(reopened().reports()).toEqual([{ ...REPORT, isRoyaltyTried: true }, later]);
    });

    test('stores one draft for each page', () => {
      const { journal, reopened } = make();
      const other = { ...REPORT, page: pageId('page-2') };
      journal.saveDraft(REPORT);
      journal.saveDraft({ ...REPORT, at: instant(4_000) });
      journal.saveDraft(other);
      expect(reopened().draft(REPORT.page)).toEqual({ ...REPORT, at: instant(4_000) });
      expect(reopened().drafts()).toHaveLength(2);
      journal.deleteDraft(REPORT.page);
      expect(reopened().drafts()).toEqual([other]);
      expect(reopened().reports()).toEqual([]);
    });

    test('deletes everything of other listeners', () => {
      const { journal, reopened } = make();
      const bob = userId('bob');
      journal.savePosition(POSITION);
      journal.saveReport(REPORT);
      journal.saveDraft(REPORT);
      journal.saveReport({ ...REPORT, id: 'page-3.1', listener: bob });
      journal.deleteOthers(bob);
      expect(reopened().positions()).toEqual([]);
      expect(reopened().drafts()).toEqual([]);
      expect(
        reopened()
          .reports()
          .map(({ id }) => id),
      ).toEqual(['page-3.1']);
    });

    test('deletes everything of one listener, and nothing of another', () => {
      const { journal, reopened } = make();
      const bob = userId('bob');
      const ofBob = { ...REPORT, id: 'page-3.1', page: pageId('page-3'), listener: bob };
      journal.savePosition(POSITION);
      journal.saveReport(REPORT);
      journal.saveDraft(REPORT);
      journal.saveReport(ofBob);
      journal.saveDraft(ofBob);
      journal.deleteAllOf(REPORT.listener);
      expect(reopened().positions()).toEqual([]);
      expect(reopened().drafts()).toEqual([ofBob]);
      expect(reopened().reports()).toEqual([ofBob]);
    });

    test('fails when the storage is full, and keeps the stored entries', () => {
      const { journal, fill } = make();
      journal.savePosition(POSITION);
      fill();
      const full = { ok: false, error: { kind: 'full' } };
      expect(journal.saveReport(REPORT)).toEqual(full);
      expect(journal.savePosition({ ...POSITION, position: seconds(99) })).toEqual(full);
      expect(journal.saveDraft(REPORT)).toEqual(full);
      expect(journal.position(POSITION.contentId)).toEqual(POSITION);
    });
  });
};
