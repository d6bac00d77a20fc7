import { describe, expect, test } from 'vitest';
import type { LocalFile, Uploads } from '../../../src/ports/studio/studio-api.ts';

/** A sender of files, and the provider that receives them. */
export type UploadsFixture = {
  readonly uploads: Uploads;
  readonly file: LocalFile;
  /** The provider receives the rest of the file. */
  finish(path: string): Promise<void> | void;
  /** The provider refuses the file, with a sentence. */
  refuse(path: string, message: string): Promise<void> | void;
  /** Whether the provider holds nothing of the file any more. */
  isDeleted(path: string): Promise<boolean> | boolean;
};

type Reported = { sent: number; readonly ends: string[] };

const follow = ({ uploads, file }: UploadsFixture, path: string) => {
  const reported: Reported = { sent: 0, ends: [] };
  const upload = uploads.start(file, path, {
    progressed: (sent) => (reported.sent = sent),
    done: () => reported.ends.push('done'),
    failed: ({ message, isRefused }) => reported.ends.push(`${isRefused ? 'refused' : 'lost'}: ${message}`),
  });
  return { reported, upload };
};

/** The tests that every adapter of the uploads port must pass. */
export const describeUploads = (name: string, make: () => UploadsFixture): void => {
  describe(`${name} is a sender of files`, () => {
    test('reports all bytes and then the end, once', async () => {
      const fixture = make();
      const { reported } = follow(fixture, 'Book/1.mp3');
      expect(reported.ends).toEqual([]);
      await fixture.finish('Book/1.mp3');
      expect(reported).toEqual({ sent: fixture.file.size, ends: ['done'] });
    });

    test('reports the sentence of a refusal', async () => {
      const fixture = make();
      const { reported } = follow(fixture, 'Book/1.mp3');
      await fixture.refuse('Book/1.mp3', 'This is no audio file.');
      expect(reported.ends).toEqual(['refused: This is no audio file.']);
    });

    test('deletes what has arrived when it is cancelled, and reports no end', async () => {
      const fixture = make();
      const { reported, upload } = follow(fixture, 'Book/1.mp3');
      upload.cancel();
      expect(await fixture.isDeleted('Book/1.mp3')).toBe(true);
      expect(reported.ends).toEqual([]);
    });
  });
};
