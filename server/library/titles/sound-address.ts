import type { Container } from '../read/sound.ts';
import type { KnownSound } from './title-draft.ts';

/** The ending of a sound's address, by container. */
const ENDINGS: Readonly<Record<Container, string>> = {
  mp3: 'mp3',
  mp4: 'm4a',
  ogg: 'ogg',
  flac: 'flac',
  wav: 'wav',
};

const MIME_TYPES: Readonly<Record<Container, string>> = {
  mp3: 'audio/mpeg',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
};

export const mimeTypeOf = (container: Container): string => MIME_TYPES[container];

/** The address of the sound of a title, or of one of its chapters. */
export function soundAddress(id: string, chapter: number | null, { facts }: KnownSound): string {
  return `/media/audio/${id}${chapter === null ? '' : `-${chapter}`}.${ENDINGS[facts.container]}`;
}
