import { readFile, type TranscriptFile } from './read-file.ts';

// Reads one file for a page, beside it, so that the page stays free (TEXT-62).
globalThis.addEventListener('message', ({ data }: MessageEvent<TranscriptFile>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the page of a worker is its only receiver
  void readFile(data).then((transcript) => globalThis.postMessage(transcript));
});
