import { LARGEST_TRANSCRIPT } from 'audio-streaming-wire/sizes';
import {
  MOST_CHARACTERS,
  type ReadTranscript,
  readTranscript,
  sizeOf,
} from 'audio-streaming-transcripts/read-transcript';
import { decodeText, textRepair } from './encoding.ts';
import { languageIn, languageTag } from './names.ts';
import { readTexts } from './read-file.ts';
import type { Container } from './sound.ts';

const TOO_MUCH = 'The file has too many texts; this one is left out.';
const UNKNOWN_ENCODING = 'Its encoding is not known. Save it as UTF-8.';

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
  const read = readTranscript(text, type, seconds > 0 ? seconds : undefined);
  const isGarbled = text.includes('\ufffd');
  return {
    ...read,
    problems: isGarbled ? [...read.problems, UNKNOWN_ENCODING] : read.problems,
    language: named === undefined ? null : languageTag(named),
  };
}

/**
 * Reads the texts in a file: one for each language, with times if there is one (TEXT-15).
 *
 * @param seconds the length of the sound
 */
export async function readTranscriptsInside(
  path: string,
  container: Container,
  seconds: number,
): Promise<readonly FoundTranscript[]> {
  const read = await Promise.all(
    (await readTexts(path, container)).map(async ({ language, text, type }): Promise<FoundTranscript> => {
      const repaired = textRepair([text])(text.slice(0, LARGEST_TRANSCRIPT));
      return repaired === null
        ? { cues: [], isTimed: false, problems: [UNKNOWN_ENCODING], language: null }
        : {
            ...readTranscript(repaired, type, seconds),
            language: languageIn(language ?? null),
          };
    }),
  );
  const kept = new Map<string | null, FoundTranscript>();
  let room = MOST_CHARACTERS;
  for (const each of read.toSorted((one, other) => Number(other.isTimed) - Number(one.isTimed))) {
    if (kept.has(each.language)) continue;
    room -= sizeOf(each.cues);
    kept.set(each.language, room < 0 ? { ...each, cues: [], problems: [TOO_MUCH] } : each);
  }
  return [...kept.values()];
}
