import type { Result } from '../domain/result.ts';
import type { Transcript } from '../domain/transcripts/transcript.ts';
import type { TranscriptType } from '../domain/catalogue/transcript-source.ts';

/**
 * Why a transcript cannot be shown.
 *
 * - `expired`: the address is refused (401, 403); another address may work
 * - `gone`: there is no such file (404, 410)
 * - `unreachable`: the network is lost, or the host has a failure that may pass
 * - `unreadable`: there is no text in it, for example because it is a page to sign in
 */
export type TranscriptFailure = { readonly kind: 'expired' | 'gone' | 'unreachable' | 'unreadable' };

/** Reads the files of transcripts. No promise rejects. */
export interface TranscriptReader {
  /** Fetches the text at an absolute address, and reads it. */
  fetch(address: string, type: TranscriptType): Promise<Result<Transcript, TranscriptFailure>>;
  /** Reads a file that this browser has stored. */
  read(file: Uint8Array, type: TranscriptType): Promise<Result<Transcript, TranscriptFailure>>;
}
