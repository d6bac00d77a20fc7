import { type ReadTranscript, readTranscript } from '../../../transcripts/read-transcript.ts';
import { decodeText } from './encoding.ts';

/** Number of bytes. A longer transcript is not read. */
export const LARGEST_TRANSCRIPT = 16 * 1024 * 1024;

/** A transcript in a file, with the language that the file itself names. */
export interface FoundTranscript extends ReadTranscript {
  readonly language: string | null;
}

/** Reads a file beside the sound, in any encoding. @param seconds the length of the sound */
export async function readTranscriptFile(
  bytes: Uint8Array,
  type: string,
  seconds: number,
): Promise<FoundTranscript> {
  const text = decodeText(bytes);
  const [, named] = /^Language:[^\S\n]*([a-z]{2,3}(?:-[a-z\d]{2,8})?)\s*$/imu.exec(text.slice(0, 500)) ?? [];
  const read = await readTranscript(text, type, seconds > 0 ? seconds : undefined);
  const isGarbled = text.includes('\ufffd');
  return {
    ...read,
    problems: isGarbled ? [...read.problems, 'Its encoding is not known. Save it as UTF-8.'] : read.problems,
    language: named === undefined ? null : languageTag(named),
  };
}

/** A language tag in its usual form, such as `pt-BR`; null for what is none. */
export function languageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}
