import { expect, test } from 'vitest';
import { parseMediaPath } from '../../../server/media/path.ts';

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
