import { describe, expect, it } from 'vitest';
import type { ContentPosition } from '../../../src/domain/catalogue/content.ts';
import { isFinished, listenedPart, positionAtEnd, timeLeft } from '../../../src/domain/progress/progress.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aContentItem, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { law } from 'audio-streaming-laws/laws';

const chapter = (index: number, runTime: number | null) => ({
  title: `Chapter ${index}`,
  url: `/${index}.mp3`,
  index,
  runTime: runTime === null ? null : seconds(runTime),
  transcripts: [],
});

const at = (position: number, chapterIndex: number | null = null): ContentPosition => ({
  position: seconds(position),
  chapterIndex,
});

const BOOK = { ...PLAIN_ITEM, chapters: [chapter(1, 100), chapter(2, 100), chapter(3, 200)] };
const STORY = { ...PLAIN_ITEM, runTime: seconds(120) };

describe('the heard part of a title', () => {
  it('is the position divided by the run time (PROG-49)', () => {
    expect(listenedPart(STORY, at(30))).toBe(0.25);
    expect(timeLeft(STORY, at(30))).toBe(90);
  });

  it('counts the chapters before (PROG-49)', () => {
    expect(listenedPart(BOOK, at(100, 3))).toBe(0.75);
    expect(timeLeft(BOOK, at(100, 3))).toBe(100);
  });

  it('uses the run time of the whole book if it is sent', () => {
    expect(listenedPart({ ...BOOK, runTime: seconds(1000) }, at(100, 3))).toBe(0.3);
  });

  it('counts a chapter of unknown length as zero', () => {
    const chapters = [chapter(1, null), chapter(2, 100)];
    expect(listenedPart({ ...PLAIN_ITEM, chapters }, at(50, 2))).toBe(0.5);
  });

  it('is null if it cannot be computed (PROG-49)', () => {
    expect(listenedPart(STORY, null)).toBeNull();
    expect(listenedPart(STORY, at(0))).toBeNull();
    expect(listenedPart(PLAIN_ITEM, at(30))).toBeNull();
    expect(listenedPart({ ...PLAIN_ITEM, runTime: seconds(0) }, at(30))).toBeNull();
    expect(listenedPart(STORY, at(30, 2))).toBeNull();
    expect(timeLeft(STORY, null)).toBeNull();
  });

  law('is between 0 and 1', [aContentItem()], (item) => {
    const part = listenedPart(item, item.progress);
    expect(part === null || (part >= 0 && part <= 1)).toBe(true);
  });
});

describe('a title is finished', () => {
  it('if less than five seconds are left (PROG-50)', () => {
    expect(isFinished(STORY, at(115))).toBe(false);
    expect(isFinished(STORY, at(115.1))).toBe(true);
    expect(isFinished(STORY, at(125))).toBe(true);
    expect(isFinished(STORY, null)).toBe(false);
    expect(isFinished(PLAIN_ITEM, at(500))).toBe(false);
  });

  it('not by a run time that its sound has proven too short (PROG-75)', () => {
    expect(isFinished(STORY, at(125.1))).toBe(false);
    expect(listenedPart(STORY, at(500))).toBeNull();
    expect(timeLeft(STORY, at(500))).toBeNull();
  });

  it('at its end, or at the end of its last chapter', () => {
    expect(positionAtEnd(STORY)).toEqual(at(120));
    expect(positionAtEnd({ ...BOOK, chapters: BOOK.chapters.toReversed() })).toEqual(at(200, 3));
  });

  it('never if its end is unknown', () => {
    expect(positionAtEnd(PLAIN_ITEM)).toBeNull();
    expect(positionAtEnd({ ...STORY, chapters: [chapter(1, 100), chapter(2, null)] })).toBeNull();
  });

  law('at the position of its end', [aContentItem()], (item) => {
    // The run time of a book is the sum of its chapters. Each chapter appears once.
    const chapters = item.chapters.map((each, index) => ({ ...each, index: index + 1 }));
    const whole = { ...item, chapters, runTime: chapters.length === 0 ? item.runTime : null };
    const end = positionAtEnd(whole);
    if (end !== null && end.position > 0) expect(isFinished(whole, end)).toBe(true);
  });
});

it('does not know the progress in a chapter that the book does not have', () => {
  expect(listenedPart(BOOK, at(50, 9))).toBeNull();
});
