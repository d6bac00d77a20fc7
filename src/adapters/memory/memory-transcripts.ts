import { failed, ok, type Result } from '../../domain/result.ts';
import type { Transcript } from '../../domain/transcripts/transcript.ts';
import type { TranscriptType } from '../../domain/transcripts/transcript-source.ts';
import type { TranscriptFailure, TranscriptReader } from '../../ports/transcript-reader.ts';

/** Transcripts in memory, by their addresses. The stored file of a transcript holds its address. */
export class MemoryTranscripts implements TranscriptReader {
  /** The addresses that were fetched, in order. */
  fetched: readonly string[] = [];
  private readonly answers = new Map<string, Result<Transcript, TranscriptFailure>>();

  /** Sets what is at an address from now on: a transcript, or why there is none. */
  put(address: string, answer: Transcript | TranscriptFailure): void {
    this.answers.set(address, 'kind' in answer ? failed(answer) : ok(answer));
  }

  async fetch(address: string, _type: TranscriptType): Promise<Result<Transcript, TranscriptFailure>> {
    this.fetched = [...this.fetched, address];
    return this.answers.get(address) ?? failed({ kind: 'gone' });
  }

  async read(file: Uint8Array, _type: TranscriptType): Promise<Result<Transcript, TranscriptFailure>> {
    return this.answers.get(new TextDecoder().decode(file)) ?? failed({ kind: 'unreadable' });
  }
}
