import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { plainLine, plainText } from '../../../src/adapters/feed/plain-text.ts';

describe('plainText', () => {
  test.each([
    ['plain words', 'plain words'],
    ['<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
    ['one<br/>two', 'one\ntwo'],
    ['a <b>bold</b> <a href="x">claim</a>', 'a bold claim'],
    ['<a href="https://a.example/?x&amp;y">Claim</a>.', 'Claim (https://a.example/?x&y).'],
    ["<A HREF='http://a.example/'>a.example</A>", 'a.example'],
    ['<a href="https://a.example/"></a><a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="https://a.example">one <a href="https://b.example">two', 'one (https://a.example)two'],
    ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
    ['Tom &amp; Jerry&hellip; &#8220;hi&#x201D;', 'Tom & Jerry… “hi”'],
    [
      '&unknown; &constructor; &#0; &#xD800; &#99999999;',
      '&unknown; &constructor; &#0; &#xD800; &#99999999;',
    ],
    ['<script>alert(1)</script>safe<style>p{}</style>', 'safe'],
    ['<SCRIPT src=x>never closed', ''],
    ['before<!-- hidden <b> -->after', 'beforeafter'],
    ['<img src=x onerror=alert(1)>', ''],
    ['half a tag <b', 'half a tag'],
    ['  many   blanks\t here  ', 'many blanks here'],
  ])('%j becomes %j', (markup, text) => {
    expect(plainText(markup)).toBe(text);
  });

  test('is on one line in a title', () => {
    expect(plainLine('<h1>One</h1>\n<p>two</p>')).toBe('One two');
  });

  test('is never longer than its input, and plainLine of it is stable', () => {
    const parts = fc.array(fc.constantFrom('<', '>', '/', 'b', 'br', 'script', '!--', '-->', ' ', '\n', 'é'));
    fc.assert(
      fc.property(parts, (sent) => {
        const markup = sent.join('');
        const line = plainLine(markup);
        expect(line.length).toBeLessThanOrEqual(markup.length);
        expect(line).toBe(line.trim());
      }),
    );
  });

  test.each(['<', '<script', '<!--', '&', '&amp', '<p', '<a href="', '<a>'])(
    'takes linear time for many %j',
    (part) => {
      const many = part.repeat(200_000);
      const start = performance.now();
      plainText(many);
      // Linear time is about 10 ms. Quadratic time would be minutes.
      expect(performance.now() - start).toBeLessThan(20_000);
    },
  );
});
