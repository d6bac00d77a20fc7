import { expect, test } from 'vitest';
import { FileTranscripts } from '../../../src/adapters/transcripts/file-transcripts.ts';
import { readFile, type TranscriptFile } from '../../../src/adapters/transcripts/read-file.ts';
import type { Transcript } from '../../../src/domain/transcripts/transcript.ts';
import type { TranscriptFailure } from '../../../src/ports/transcript-reader.ts';
import { describeTranscriptReader } from '../../contract/playback/transcript-reader.ts';

const STATUS = { expired: 403, gone: 404, unreachable: 503 } as const;

const vttOf = ({ cues }: Transcript): string =>
  [
    'WEBVTT',
    ...cues.map(({ start, end, speaker, text }) => {
      const time = (second: number): string => `00:00:${second.toFixed(3).padStart(6, '0')}`;
      return `${time(start)} --> ${time(end)}\n${speaker === '' ? text : `<v ${speaker}>${text}`}`;
    }),
  ].join('\n\n');

const SIGN_IN = '<!doctype html><form><input type="password"></form>';

const responseOf = (result: Transcript | TranscriptFailure): Response => {
  if (!('kind' in result)) return new Response(vttOf(result));
  return result.kind === 'unreadable'
    ? new Response(SIGN_IN)
    : new Response('', { status: STATUS[result.kind] });
};

/** A worker in this thread. */
class NearWorker extends EventTarget {
  postMessage(message: TranscriptFile): void {
    void readFile(message).then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
  }

  terminate(): void {}
}

const createWorker = (): NearWorker => new NearWorker();

describeTranscriptReader('FileTranscripts', () => {
  const results = new Map<string, Transcript | TranscriptFailure>();
  return {
    reader: new FileTranscripts(
      async (address) => responseOf(results.get(address) ?? { kind: 'gone' }),
      createWorker,
    ),
    put: (address, result) => void results.set(address, result),
    storedFile: (address) => {
      const result = results.get(address);
      return new TextEncoder().encode(result === undefined || 'kind' in result ? '' : vttOf(result));
    },
  };
});

test('reads other encodings, and a lost network is no fault of the text', async () => {
  const reader = new FileTranscripts(async () => {
    throw new TypeError('Failed to fetch');
  }, createWorker);
  const utf16 = Buffer.from('\ufeffGröße.', 'utf16le');
  const damaged = Buffer.concat([Buffer.from('äöüäöüäöüäöü'), Buffer.from([0xff])]);
  for (const [file, text] of [
    [utf16, 'Größe.'],
    [Buffer.from('Größe.', 'latin1'), 'Größe.'],
    [damaged, 'äöüäöüäöüäöü\ufffd'],
  ] as const)
    expect(await reader.read(file, 'text/plain')).toMatchObject({ value: { cues: [{ text }] } });
  expect(await reader.fetch('https://media.invalid/t', 'text/vtt')).toMatchObject({
    error: { kind: 'unreachable' },
  });
});

test('a worker whose code cannot be fetched is no fault of the text', async () => {
  class LostWorker extends NearWorker {
    override postMessage(): void {
      this.dispatchEvent(new Event('error'));
    }
  }
  const reader = new FileTranscripts(
    async () => new Response('Yes.'),
    () => new LostWorker(),
  );
  expect(await reader.fetch('https://media.invalid/t', 'text/plain')).toMatchObject({
    error: { kind: 'unreachable' },
  });
});
