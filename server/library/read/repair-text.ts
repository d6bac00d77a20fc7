import { analyse } from 'chardet';

/** Fewer letters beyond ASCII say nothing about the encoding. */
const FEWEST = 4;

/** True if a text may be bytes of another encoding that were read as Latin-1. */
const isBytes = (text: string): boolean => /[\u0080-\u00ff]/u.test(text) && !/[^\u0000-\u00ff]/u.test(text);

function decode(text: string, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return null;
  }
}

/**
 * Makes a function that repairs the texts of a file that were read in a wrong encoding (CAT-131). It returns null if the
 * text cannot be read at all, so that the name of the folder is used. Texts in Latin-1 stay.
 *
 * @param texts all texts of the file, because a short one says too little
 */
export function textRepair(texts: readonly (string | undefined)[]): (text: string) => string | null {
  const all = texts
    .flatMap((text) => (text !== undefined && isBytes(text) ? [text.slice(0, 500)] : []))
    .join('\n');
  const letters = all.match(/[a-z\u0080-\u00ff]/giu)?.length ?? 0;
  const beyond = all.match(/[\u0080-\u00ff]/gu)?.length ?? 0;
  const isGarbage = beyond >= FEWEST && beyond > letters * 0.6;
  const isCyrillic = isGarbage && analyse(Buffer.from(all, 'latin1'))[0]?.name === 'windows-1251';
  return (text) => {
    if (!isBytes(text)) return text.includes('\ufffd') ? null : text;
    const utf8 = decode(text, 'utf-8');
    if (utf8 !== null) return utf8;
    if (!isGarbage) return text;
    return isCyrillic ? decode(text, 'windows-1251') : null;
  };
}
