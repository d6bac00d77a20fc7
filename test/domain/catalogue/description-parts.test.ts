// Proves CAT-80, CAT-81.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { descriptionParts } from '../../../src/domain/catalogue/description-parts.ts';
import type { Seconds } from '../../../src/domain/time.ts';
import { aText } from '../../arbitraries/text.ts';
import { law } from '../laws.ts';

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

  law('a link is an http or https address without a user name', [description()], (text) => {
    for (const address of linksIn(text)) {
      expect(address).toMatch(/^https?:\/\/[^/?#@]/iu);
      if (URL.canParse(address)) expect(new URL(address).username).toBe('');
    }
  });

  test('an address stays text where links are not wanted', () => {
    const text = 'See https://a.example/x.';
    expect(descriptionParts(text, false, anywhere)).toEqual([{ kind: 'text', text }]);
  });

  law('a position that cannot be played is text', [description()], (text) => {
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
  ])('the times of %j are %j', (text, times) => {
    expect(timesIn(text)).toEqual(times);
  });

  test('only positions inside the title are times', () => {
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
