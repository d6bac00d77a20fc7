import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRange } from '../../media/request.ts';
import { parseMediaPath } from '../../media/media-path.ts';

describe('a Range header', () => {
  test.each([
    ['bytes=0-0', { kind: 'part', from: 0, to: 0 }],
    ['bytes=10-', { kind: 'part', from: 10, to: 99 }],
    ['bytes=10-500', { kind: 'part', from: 10, to: 99 }],
    ['bytes=-1', { kind: 'part', from: 99, to: 99 }],
    ['bytes=-500', { kind: 'part', from: 0, to: 99 }],
    ['Bytes= 3 - 4 ', { kind: 'part', from: 3, to: 4 }],
    ['bytes=100-', { kind: 'unsatisfiable' }],
    ['bytes=100-200', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=5-4', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=0-1,4-5', { kind: 'whole' }],
    ['frames=0-1', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
    [undefined, { kind: 'whole' }],
    [`bytes=${' '.repeat(94)}`, { kind: 'whole' }],
    [`bytes=0-0${' '.repeat(92)}`, { kind: 'whole' }],
  ])('%s of 100 bytes', (header, response) => {
    expect(readRange(header, 100)).toEqual(response);
  });

  test('that is very long takes no time to read', () => {
    const before = performance.now();
    for (const end of ['', '-', '0-', '-0', '-0x'])
      expect(readRange(`bytes=${' '.repeat(100_000)}${end}`, 100)).toEqual({ kind: 'whole' });
    // Before, one such header took seconds.
    expect(performance.now() - before).toBeLessThan(200);
  });

  test('never leads outside the body', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.bigInt({ min: 0n }),
        fc.bigInt({ min: 0n }),
        fc.nat(5000),
        (junk, a, b, size) => {
          for (const header of [junk, `bytes=${junk}`, `bytes=${a}-${b}`, `bytes=${a}-`, `bytes=-${b}`]) {
            const response = readRange(header, size);
            const inside =
              response.kind !== 'part' ||
              (response.from >= 0 && response.from <= response.to && response.to < size);
            expect(inside, header).toBe(true);
          }
        },
      ),
    );
  });
});

test.each([
  ['/media/audio/quiet-mind.mp3', { kind: 'audio', id: 'quiet-mind', chapter: null }],
  ['/media/audio/quiet-mind-12.mp3', { kind: 'audio', id: 'quiet-mind', chapter: 12 }],
  ['/media/audio/one-bird-e4.mp3', { kind: 'audio', id: 'one-bird-e4', chapter: null }],
  ['/media/audio/g000123-7.mp3', { kind: 'audio', id: 'g000123', chapter: 7 }],
  ['/media/pdf/repair.pdf', { kind: 'pdf', id: 'repair' }],
  ['/media/covers/item-repair.svg', { kind: 'cover', of: 'item', id: 'repair' }],
  ['/media/covers/author-chen-mubai.svg', { kind: 'cover', of: 'author', id: 'chen-mubai' }],
])('%s is an address', (path, meaning) => {
  expect(parseMediaPath(path)).toEqual(meaning);
});

test.each([
  '/media/audio/.mp3',
  '/media/audio/12.mp3',
  '/media/audio/quiet-mind-0.mp3',
  '/media/audio/quiet-mind-1-2.mp3',
  '/media/audio/../pdf/repair.pdf',
  '/media/audio/Quiet.mp3',
  '/media/audio/quiet%2dmind.mp3',
  '/media/covers/repair.svg',
  '/media/covers/book-repair.svg',
  `/media/audio/${'a-'.repeat(20_000)}.mp3`,
])('%s is not an address', (path) => {
  expect(parseMediaPath(path)).toBeNull();
});
