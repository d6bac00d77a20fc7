import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { userId } from '../../../src/domain/account/user.ts';
import {
  authorId,
  categoryId,
  contentId,
  formatRunTime,
  parseRunTime,
  topicId,
  QUICK_LISTEN_LIMIT,
} from '../../../src/domain/catalogue/content.ts';
import { descriptionParts } from '../../../src/domain/catalogue/description-parts.ts';
import { type Seconds, seconds, greeting } from '../../../src/domain/time.ts';
import { PAGE_SIZES } from '../../../src/domain/catalogue/page-sizes.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { aText } from '../../arbitraries/text.ts';
import { anyNumberOfSeconds, aRunTime } from '../../arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';

describe('ids', () => {
  law('an id is its text, whatever it identifies', [aText()], (text) => {
    for (const id of [contentId, authorId, topicId, categoryId, trackId, userId]) expect(id(text)).toBe(text);
  });

  test('an empty id stays empty', () => {
    expect(contentId('')).toBe('');
  });
});

const anywhere = (): boolean => true;
const nowhere = (): boolean => false;

const fragment = () =>
  fc.oneof(
    aText(),
    fc.constantFrom('https://a.example/b', 'HTTP://[::1]/', '0:00', '(1:02:03)', '\n', '@', ').', ' ', '://'),
  );
const description = () => fc.array(fragment(), { maxLength: 12 }).map((parts) => parts.join(''));

const linksIn = (text: string) =>
  descriptionParts(text, true, anywhere).flatMap((part) => (part.kind === 'link' ? part.address : []));
const timesIn = (text: string) =>
  descriptionParts(text, true, anywhere).flatMap((part) => (part.kind === 'time' ? part.position : []));

describe('the parts of a description', () => {
  law('the parts together are the description', [description()], (text) => {
    expect(
      descriptionParts(text, true, anywhere)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  law('a link is an http or https address without a user name (CAT-80)', [description()], (text) => {
    for (const address of linksIn(text)) {
      expect(address).toMatch(/^https?:\/\/[^/?#@]/iu);
      if (URL.canParse(address)) expect(new URL(address).username).toBe('');
    }
  });

  test('an address stays text where links are not wanted (CAT-80)', () => {
    const text = 'See https://a.example/x.';
    expect(descriptionParts(text, false, anywhere)).toEqual([{ kind: 'text', text }]);
  });

  law('a position that cannot be played is text (CAT-81)', [description()], (text) => {
    expect(descriptionParts(text, true, nowhere).some(({ kind }) => kind === 'time')).toBe(false);
  });

  test.each([
    ['See https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x)', ['https://a.example/x']],
    ['https://a.example/w_(b) and more', ['https://a.example/w_(b)']],
    ['“https://a.example/?q=1&r=2#t”', ['https://a.example/?q=1&r=2#t']],
    ['http://a.example, http://b.example!', ['http://a.example', 'http://b.example']],
    ['https://bank.example@evil.example/', []],
    ['javascript:alert(1) ftp://a.example', []],
    ['https:// https://. https://)', []],
    ['https://müller.example/straße', ['https://müller.example/straße']],
  ])('the links of %j are %j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  test.each<[string, readonly number[]]>([
    ['0:00 Hello\n12:34 The river\n1:02:03 Goodbye', [0, 754, 3723]],
    ['- 00:05 Hello\n• 01:00 Next', [5, 60]],
    ['The river (12:34) and the sea [1:00:00].', [754, 3600]],
    ['Every day at 19:30, and 3:2 for them.', []],
    ['12:345 or 1:02:03:04 or 12:34.5', []],
    ['https://a.example/\n(https://a.example/(0:30)', []],
  ])('the times of %j are %j (CAT-81)', (text, times) => {
    expect(timesIn(text)).toEqual(times);
  });

  test('only positions inside the title are times (CAT-81)', () => {
    const isInside = (position: Seconds): boolean => position < 600;
    const parts = descriptionParts('0:10 In\n59:59 Out', true, isInside);
    expect(parts.filter(({ kind }) => kind === 'time')).toEqual([
      { kind: 'time', text: '0:10', position: 10 },
    ]);
  });

  test.each(['https://a', '((((', '0:00\n', ')', 'https://a.a@', 'https://a/)'])(
    'takes linear time for many %j',
    (part) => {
      const many = part.repeat(20_000);
      const start = performance.now();
      descriptionParts(many, true, anywhere);
      // Linear time is far below a second. Quadratic time would be minutes.
      expect(performance.now() - start).toBeLessThan(20_000);
    },
  );
});

it.each([
  [0, 'Good evening'],
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('greets at %i o’clock with “%s” (CAT-9)', (hour, words) => {
  expect(greeting(hour)).toBe(words);
});

describe('the limits of the product', () => {
  test('page sizes (CAT-17, CAT-18, CAT-19)', () => {
    expect(PAGE_SIZES).toEqual({
      recommended: 15,
      authors: 15,
      trending: 15,
      activeContent: 15,
      favorites: 25,
      purchases: 25,
      podcastEpisodes: 50,
      topics: 50,
      homeTopics: 10,
      collectionTracks: 1000,
      search: 3,
      devices: 60,
    });
  });

  test('quick listens last at most half an hour (CAT-7)', () => {
    expect(QUICK_LISTEN_LIMIT).toBe(1800);
  });
});

describe('run times', () => {
  law('a formatted time is read as the same number of seconds', [aRunTime()], (runTime) => {
    expect(parseRunTime(formatRunTime(runTime))).toBe(runTime);
  });

  law('any number is formatted as a time', [anyNumberOfSeconds()], (runTime) => {
    expect(formatRunTime(runTime)).toMatch(/^\d/u);
    if (runTime < 1e9) expect(formatRunTime(runTime)).toMatch(/^(?:\d+:[0-5]|[0-5]?)\d:[0-5]\d$/u);
  });

  law(
    'a fraction of a second is not shown (CAT-55)',
    [aRunTime(), fc.double({ min: 0, max: 0.999, noNaN: true })],
    (runTime, rest) => {
      expect(formatRunTime(seconds(runTime + rest))).toBe(formatRunTime(runTime));
    },
  );

  law('text that is not a time is read as null', [aText()], (text) => {
    if (!/\d:\d\d$/u.test(text.trim())) expect(parseRunTime(text)).toBeNull();
  });

  law(
    'a time that is read is a whole number of seconds, not below zero',
    [fc.stringMatching(/^\d{0,3}:?\d{1,3}:\d{1,3}$/u)],
    (text) => {
      const read = parseRunTime(text);
      if (read !== null) expect(Number.isSafeInteger(read) && read >= 0).toBe(true);
    },
  );

  test.each([
    [0, '0:00'],
    [5, '0:05'],
    [59.9, '0:59'],
    [60, '1:00'],
    [599, '9:59'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [3661, '1:01:01'],
    [36_000, '10:00:00'],
    [-1, '0:00'],
    [Number.NaN, '0:00'],
    [Infinity, '0:00'],
  ])('%s seconds read %j (CAT-55)', (runTime, shown) => {
    expect(formatRunTime(seconds(runTime))).toBe(shown);
  });

  test.each([
    ['0:05', 5],
    ['05:07', 307],
    ['90:00', 5400],
    ['1:01:01', 3661],
    ['01:59:59', 7199],
    [' 4:30 ', 270],
    ['4:60', null],
    ['1:60:00', null],
    ['1:5:00', null],
    ['4:5', null],
    [':30', null],
    ['4', null],
    ['', null],
    ['-4:30', null],
    ['4:30x', null],
    ['x4:30', null],
    ['1:2:3:04', null],
    ['1:00:00:00', null],
    ['1234567:00', null],
  ])('%j is read as %j (CAT-54)', (text, read) => {
    expect(parseRunTime(text)).toBe(read);
  });
});
