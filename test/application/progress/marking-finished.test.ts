// Proves PROG-51, PROG-52, PROG-53.
import { describe, expect, test } from 'vitest';
import { MarkFinished } from '../../../src/application/progress/mark-finished.ts';
import { FinishedState } from '../../../src/application/progress/finished-state.ts';
import { MESSAGES } from '../../../src/application/messages.ts';
import { contentId, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { LONG_BOOK, title } from '../titles.ts';

const BEGUN_BOOK: ContentItem = { ...LONG_BOOK, progress: { position: seconds(42), chapterIndex: 2 } };
const BEGUN_STORY = title({
  id: contentId('begun-story'),
  runTime: seconds(600),
  progress: { position: seconds(60), chapterIndex: null },
});

const open = (...items: readonly ContentItem[]) => {
  const harness = new Harness({ items });
  return { harness, mark: harness.get(MarkFinished), finished: harness.get(FinishedState) };
};

describe('marking a title as finished', () => {
  test('reports the end as the position, and shows the mark once it is saved', async () => {
    const { harness, mark, finished } = open(BEGUN_STORY);
    const marking = mark.setFinished(BEGUN_STORY);
    expect(finished.isSaving(BEGUN_STORY.id)).toBe(true);
    expect(finished.isMarked(BEGUN_STORY)).toBe(false);
    await marking;
    expect(finished.isSaving(BEGUN_STORY.id)).toBe(false);
    expect(finished.isMarked(BEGUN_STORY)).toBe(true);
    expect(harness.api.playback.reports).toEqual([
      { id: BEGUN_STORY.id, contentType: BEGUN_STORY.type, speed: 1, lastPosition: 600_000 },
    ]);
    expect(harness.api.playback.royalties).toEqual([]);
    expect(harness.analytics.events).toEqual([]);
  });

  test('reports the last chapter of a book', async () => {
    const { harness, mark } = open(BEGUN_BOOK);
    await mark.setFinished(BEGUN_BOOK);
    expect(harness.api.playback.reports).toMatchObject([{ chapterIndex: 3, chapterPosition: 300_000 }]);
  });

  test('keeps the speed of the title', async () => {
    const { harness, mark } = open(BEGUN_STORY);
    const { id, type } = BEGUN_STORY;
    const speed = asSpeed(1.5) ?? DEFAULT_SPEED;
    await harness.api.playback.reportPlayback([
      { id, contentType: type, speed, lastPosition: milliseconds(60_000) },
    ]);
    await mark.setFinished(BEGUN_STORY);
    expect(harness.api.playback.reports.at(-1)?.speed).toBe(1.5);
  });

  test('restores the earlier position when marked again', async () => {
    const { harness, mark, finished } = open(BEGUN_BOOK);
    await mark.setFinished(BEGUN_BOOK);
    await mark.setFinished(BEGUN_BOOK);
    expect(finished.isMarked(BEGUN_BOOK)).toBe(false);
    expect(harness.api.playback.reports.at(-1)).toMatchObject({ chapterIndex: 2, chapterPosition: 42_000 });
  });

  test('changes nothing when it could not be saved, and shows a notice', async () => {
    const { harness, mark, finished } = open(BEGUN_STORY);
    harness.api.faults.failNext('playback.reportPlayback', 'server');
    await mark.setFinished(BEGUN_STORY);
    expect(finished.isMarked(BEGUN_STORY)).toBe(false);
    expect(harness.notices).toEqual([MESSAGES.saveFailed]);
  });

  test('ends when the title is listened to again, and for another listener', async () => {
    const { mark, finished } = open(BEGUN_STORY);
    await mark.setFinished(BEGUN_STORY);
    const since = { ...BEGUN_STORY, progress: { position: seconds(5), chapterIndex: null } };
    expect(finished.isMarked(since)).toBe(false);
    finished.reset();
    expect(finished.isMarked(BEGUN_STORY)).toBe(false);
  });

  test('does nothing for a title that was not started, or whose end is unknown', async () => {
    const { harness, mark } = open();
    await mark.setFinished({ ...BEGUN_STORY, progress: null });
    await mark.setFinished({ ...BEGUN_STORY, runTime: null });
    expect(harness.api.playback.reports).toEqual([]);
  });
});
