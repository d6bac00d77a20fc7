import { isStorable } from '../../db/storable.ts';
import { isUsedName } from '../../library/folders/walk.ts';

/** File systems allow 255 bytes. A number may be added to the name. */
const LONGEST_NAME_BYTES = 200;
const LONGEST_PATH_BYTES = 800;
const MOST_FOLDERS = 8;
/** Characters. A path may become shorter when it is made safe. */
const LONGEST_GIVEN = 4 * LONGEST_PATH_BYTES;
const TOO_LONG = { refusal: `A path may have at most ${LONGEST_PATH_BYTES} bytes.` } as const;

/** Names that Windows reserves for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/iu;

/** The path of an uploaded file below the folder of the uploads, or the reason why it has none. */
export type UploadPath = { readonly path: string } | { readonly refusal: string };

/**
 * Makes a safe path of the name that the sender gave. Names that would lead out of the folder are refused. Names that only
 * some systems cannot store are changed.
 */
export function uploadPath(given: string): UploadPath {
  if (!isStorable(given) || /\p{Cc}/u.test(given))
    return { refusal: 'A name must not contain control characters.' };
  if (given.length > LONGEST_GIVEN) return TOO_LONG;
  if (/^(?:[/\\]|[a-z]:)/iu.test(given)) return { refusal: 'A name must not be an absolute path.' };
  // One spelling of accents, because systems differ in it.
  const parts = given.normalize('NFC').split(/[/\\]/u);
  if (parts.some((part) => part === '..' || part === '.'))
    return { refusal: 'A name must not contain "..".' };
  if (parts.length > MOST_FOLDERS + 1) return { refusal: `At most ${MOST_FOLDERS} folders may be nested.` };
  const names = parts.map(safeName);
  const last = names.at(-1) ?? '';
  if (names.some((name) => name === '')) return { refusal: 'A name must not be empty.' };
  if (names.some((name) => name.startsWith('.'))) return { refusal: 'A name must not begin with a dot.' };
  if (names.some((name) => Buffer.byteLength(name) > LONGEST_NAME_BYTES)) {
    return { refusal: `A name may have at most ${LONGEST_NAME_BYTES} bytes.` };
  }
  const path = names.join('/');
  if (Buffer.byteLength(path) > LONGEST_PATH_BYTES) {
    return TOO_LONG;
  }
  return isUsedName(last)
    ? { path }
    : { refusal: 'Only audio files, covers, cue sheets and descriptions can be uploaded.' };
}

function safeName(name: string): string {
  const stored = name
    .replaceAll(/[<>:"|?*]/gu, '_')
    .replace(/[. ]+$/u, '')
    .trim();
  return RESERVED.test(stored) ? `_${stored}` : stored;
}
