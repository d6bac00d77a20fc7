import { parentPort } from 'node:worker_threads';
import { RefusedFileError } from './bytes.ts';
import { partsOf, readFile, readPictureIn } from './read-file.ts';
import type { Job, Reply } from './read-threads.ts';
import { readSidecar } from './sidecars.ts';
import { readTranscriptFile, readTranscriptsInside } from './transcripts.ts';

// This module runs in a worker thread, because reading waits for the disk and may fail in any way.
const port = parentPort;
if (port === null) throw new Error('The reading worker runs only as a worker thread.');

const post = (reply: Reply): void => port.postMessage(reply);

async function work(job: Job): Promise<Reply> {
  try {
    switch (job.kind) {
      case 'read':
        return { kind: 'facts', facts: await readFile(job.path, () => post({ kind: 'alive' }), job.known) };
      case 'parts':
        return { kind: 'parts', parts: partsOf(job.path, job.container, job.spans) };
      case 'sidecar':
        return { kind: 'sidecar', sidecar: readSidecar(job.name, job.bytes) };
      case 'transcript':
        return {
          kind: 'transcript',
          transcript: await readTranscriptFile(job.bytes, job.type, job.seconds),
        };
      case 'inside':
        return {
          kind: 'inside',
          transcripts: await readTranscriptsInside(job.path, job.container, job.seconds),
        };
      case 'picture':
        return { kind: 'picture', picture: await readPictureIn(job.path) };
    }
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RefusedFileError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read (permission denied)';
  if (code === 'ENOENT') return 'it is gone';
  if (code === 'EIO') return 'the disk cannot read it';
  if (error instanceof RangeError) return 'it is damaged';
  return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300);
}

port.on('message', (job: Job) => {
  void work(job).then(post);
});
