import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { DownloadStatus } from '../../../src/domain/downloads/download.ts';
import {
  announcement,
  controlName,
  percentOf,
  sizeInWords,
} from '../../../src/ui/screens/downloads/words.ts';

describe('an amount of bytes in words (DOWN-50)', () => {
  test.each([
    [0, '0 kB'],
    [999, '1 kB'],
    [45_300_000, '45 MB'],
    [9_960_000, '10 MB'],
    [999_600_000, '1.0 GB'],
    [1_240_000_000, '1.2 GB'],
    [2_000_000_000_000, '2.0 TB'],
    [5e18, '5000000 TB'],
  ])('%d is %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words);
  });
});

const LOADING = fc
  .option(fc.double({ min: 0, max: 1, noNaN: true }))
  .map((part): DownloadStatus => ({ kind: 'loading', part }));

describe('the control of a download (DOWN-51)', () => {
  test('is named Download, then by its progress, then Downloaded', () => {
    const statuses: readonly DownloadStatus[] = [
      { kind: 'none' },
      { kind: 'waiting' },
      { kind: 'loading', part: null },
      { kind: 'loading', part: 0.4 },
      { kind: 'storing-app' },
      { kind: 'downloaded' },
      { kind: 'paused' },
      { kind: 'failed', reason: 'full' },
      { kind: 'stopped' },
    ];
    expect(statuses.map(controlName)).toEqual([
      'Download',
      'Downloading 0%',
      'Downloading 0%',
      'Downloading 40%',
      'Downloading 99%',
      'Downloaded',
      'Downloaded',
      'Download',
      'Download',
    ]);
  });

  test('never says 100% while something is missing', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (part) => {
        expect(percentOf(part)).toBeLessThan(100);
      }),
    );
  });
});

describe('what a screen reader announces (DOWN-53)', () => {
  test('names at most five steps of a download, in their order', () => {
    const said = Array.from({ length: 1001 }, (_, step) =>
      announcement('Quiet Mind', { kind: 'loading', part: step / 1000 }),
    );
    expect([...new Set(said)]).toEqual([
      'Downloading Quiet Mind: 0%',
      'Downloading Quiet Mind: 25%',
      'Downloading Quiet Mind: 50%',
      'Downloading Quiet Mind: 75%',
      'Downloading Quiet Mind: 100%',
    ]);
  });

  test('always names the title', () => {
    fc.assert(
      fc.property(LOADING, (status) => {
        expect(announcement('Quiet Mind', status)).toContain('Quiet Mind');
      }),
    );
  });
});
