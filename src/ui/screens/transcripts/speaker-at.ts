import type { Cue } from '../../../domain/transcripts/transcript.ts';

/** A speaker is named at the first sentence only. */
export const speakerAt = (cues: readonly Cue[], index: number): string => {
  const speaker = cues[index]?.speaker ?? '';
  return speaker === cues[index - 1]?.speaker ? '' : speaker;
};
