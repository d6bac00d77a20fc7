import { describe, expect, test } from 'vitest';

import { seconds } from '../../../src/domain/time.ts';
import type { Transcript } from '../../../src/domain/transcripts/transcript.ts';
import type { TranscriptFailure, TranscriptReader } from '../../../src/ports/transcript-reader.ts';

/** A reader, and a host of WebVTT files. */
export type TranscriptReaderFixture = {
  readonly reader: TranscriptReader;
  /** What the host sends at an address from now on. */
  put(address: string, result: Transcript | TranscriptFailure): void;
  /** The file of the transcript at an address, as a download stores it. */
  storedFile(address: string): Uint8Array;
};

const ADDRESS = 'https://media.invalid/t/1.vtt';

const TRANSCRIPT: Transcript = {
  isTimed: true,
  cues: [
    { start: seconds(1), end: seconds(2.5), speaker: 'Ada', text: 'It began at sea.' },
    { start: seconds(3), end: seconds(4), speaker: '', text: 'Ein Bär schlief.' },
  ],
};

/** The tests that every reader of transcripts must pass. */
export const describeTranscriptReader = (name: string, make: () => TranscriptReaderFixture): void => {
  describe(`${name} is a TranscriptReader`, () => {
    test('reads a text, from its address and from a stored file', async () => {
      const { reader, put, storedFile } = make();
      put(ADDRESS, TRANSCRIPT);
      expect(await reader.fetch(ADDRESS, 'text/vtt')).toEqual({ ok: true, value: TRANSCRIPT });
      expect(await reader.read(storedFile(ADDRESS), 'text/vtt')).toEqual({ ok: true, value: TRANSCRIPT });
    });

    test.each(['expired', 'gone', 'unreachable', 'unreadable'] as const)(
      'says why there is no text: %s',
      async (kind) => {
        const { reader, put } = make();
        put(ADDRESS, { kind });
        expect(await reader.fetch(ADDRESS, 'text/vtt')).toEqual({ ok: false, error: { kind } });
      },
    );

    test('cannot read a file without a text', async () => {
      const { reader } = make();
      const read = await reader.read(new Uint8Array(), 'text/vtt');
      expect(read).toEqual({ ok: false, error: { kind: 'unreadable' } });
    });
  });
};
