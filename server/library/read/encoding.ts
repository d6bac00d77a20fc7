import { detectAll } from 'jschardet';

/** Encodings that text of files really has, by the names of the detector, with the letters that they are used for. */
const ENCODINGS: Readonly<Record<string, { readonly label: string; readonly letters: RegExp }>> = {
  'Windows-1250': { label: 'windows-1250', letters: /\p{Script=Latin}/u },
  'Windows-1251': { label: 'windows-1251', letters: /\p{Script=Cyrillic}/u },
  'KOI8-R': { label: 'koi8-u', letters: /\p{Script=Cyrillic}/u },
  IBM866: { label: 'ibm866', letters: /\p{Script=Cyrillic}/u },
  'Windows-1253': { label: 'windows-1253', letters: /\p{Script=Greek}/u },
  'Windows-1255': { label: 'windows-1255', letters: /\p{Script=Hebrew}/u },
  'Windows-1256': { label: 'windows-1256', letters: /\p{Script=Arabic}/u },
  CP874: { label: 'windows-874', letters: /\p{Script=Thai}/u },
  GB18030: { label: 'gb18030', letters: /\p{Script=Han}/u },
  Big5: { label: 'big5', letters: /[\p{Script=Han}\p{Script=Bopomofo}]/u },
  CP932: { label: 'shift_jis', letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u },
  'EUC-JP': { label: 'euc-jp', letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u },
  CP949: { label: 'euc-kr', letters: /[\p{Script=Hangul}\p{Script=Han}]/u },
};
/** The detector needs an encoding for what it cannot tell. */
const NAMES = [...Object.keys(ENCODINGS), 'windows-1252'];
/** Longer texts say no more. */
const MOST_BYTES = 8192;

/** Decodes bytes. The last character may be cut off. Null if the bytes are not of this encoding. */
function decode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** UTF-8 with at least one character beyond ASCII. Latin-1 is hardly ever valid UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'utf-8');
  return text !== null && /[^\u0000-\u007f]/u.test(text) ? text : null;
}

/** Symbols that stand between the letters of a word only if the encoding is wrong. */
const SYMBOL_IN_WORD = /\p{L}[¡-©«-¶¸¹»-¿×÷€‚ƒ„…†‡ˆ‰‹•˜™›\u2500-\u259f](?=\p{L})/u;
/**
 * Letters of Central Europe in Windows-1250, as Windows-1252 shows them: "Micha³", "£ódŸ", "¯eromski", "Œwiat",
 * "Pøíliš". No word of Western Europe looks like this.
 */
const CENTRAL_EUROPE =
  /\p{Ll}[£¥¹¼¾¯]|\p{L}\p{Ll}³|[£¥¯]\p{Ll}|\p{Ll}[Ÿ\u008d\u009d]|Œ[clmrw]|[ŠŽšž]\p{L}{0,20}[èìøùò]|[Èèìøùò]\p{L}{0,20}[šž]/u;
/** Kana of Shift-JIS, as Windows-1252 shows them. */
const KANA = /(?:ƒ\S){2}|(?:‚\S){2}/u;
/** Control characters, and what stands for bytes that cannot be read. */
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/u;
/** No word of Western Europe has four of these in a row. */
const RUN = /[¡-ª¬-¶¸-º¼-ÿƒŠŒŽšœžŸ]{4}/u;
const BEYOND = /[¡-ª¬-¶¸-º¼-ÿƒŠŒŽšœžŸ]/gu;

/** Without `stream`, Node 20 decodes ISO 8859-1, which has no quotation marks. */
const western = (bytes: Uint8Array): string =>
  new TextDecoder('windows-1252').decode(bytes, { stream: true });

/** True if no text of Western Europe looks like this: too many letters beyond ASCII. */
function isGarbage(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const beyond = text.match(BEYOND)?.length ?? 0;
  return (beyond >= 4 && beyond > letters * 0.75) || RUN.test(text) || UNREADABLE.test(text);
}

/** True if a text may be in another encoding than that of Western Europe. */
const isSuspect = (text: string): boolean =>
  isGarbage(text) || SYMBOL_IN_WORD.test(text) || CENTRAL_EUROPE.test(text) || KANA.test(text);

/** True if all letters beyond ASCII are those of the encoding, and nothing else is odd. */
function isClean(text: string, name: string): boolean {
  const own = ENCODINGS[name]?.letters;
  if (own === undefined || /\p{Co}/u.test(text) || UNREADABLE.test(text) || SYMBOL_IN_WORD.test(text))
    return false;
  const beyond = [...text].filter((each) => each > '\u007f');
  const letters = beyond.filter((each) => /\p{L}/u.test(each));
  return (
    letters.every((letter) => own.test(letter)) &&
    beyond.filter((each) => /\p{S}/u.test(each)).length <= letters.length / 4
  );
}

/** True if a decoded text looks like a text of people who use the encoding. */
function isPlausible(text: string, name: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  switch (name) {
    case 'Windows-1250':
      return !CENTRAL_EUROPE.test(text);
    case 'GB18030':
    case 'Big5':
    case 'CP932':
      return count(/[^\P{L}\u0000-\u007f]/gu) > 1;
    case 'EUC-JP':
      // Chinese text has no kana.
      return count(/[\u3041-\u30fe]/gu) > 0;
    case 'CP949':
      // In a wrong encoding, Chinese text has both.
      return count(/\p{Script=Hangul}/gu) > 9 * count(/\p{Script=Han}/gu);
    default: {
      // In another encoding of Cyrillic, large and small letters are exchanged.
      const hasCase = /\p{Lu}/u.test(text) || !/\p{Script=Cyrillic}/u.test(text);
      const isMixed = /[A-Za-z](?=[^\P{L}\u0000-\u007f])/u.test(text);
      return hasCase && !isMixed && count(/\p{Ll}\p{Lu}/gu) * 4 <= count(/\p{L}+/gu);
    }
  }
}

/** Returns the name of the encoding of a garbled text; null if that is not certain. */
function guess(bytes: Uint8Array): string | null {
  const some = bytes.subarray(0, MOST_BYTES);
  const found = detectAll(some, { minimumThreshold: 0, detectEncodings: NAMES });
  const names = [
    ...(KANA.test(western(some)) ? ['CP932'] : []),
    ...found.flatMap(({ encoding }) => encoding ?? []),
  ];
  return (
    names.find((name) => {
      const text = decode(some, ENCODINGS[name]?.label ?? '');
      return text !== null && isClean(text, name) && isPlausible(text, name);
    }) ?? null
  );
}

/** True if a text may be bytes of another encoding that were read as Latin-1. */
const isBytes = (text: string): boolean => /[\u0080-\u00ff]/u.test(text) && !/[^\u0000-\u00ff]/u.test(text);

/** UTF-16 whose bytes were exchanged: then the low bytes are the numbers of a block of letters. */
function exchanged(text: string): string {
  const low = [...text].filter(
    (each) => (each.codePointAt(0) ?? 0) > 0xff && (each.charCodeAt(0) & 0xff) <= 5,
  );
  return low.length > text.length / 2 ? Buffer.from(text, 'utf16le').swap16().toString('utf16le') : text;
}

/**
 * Makes a function that repairs the texts of a file that were read in a wrong encoding (CAT-131). It returns null if the
 * text cannot be read with certainty, so that the name of the folder is used. Texts of Western Europe stay.
 *
 * @param texts all texts of the file, because a short one says too little
 */
export function textRepair(texts: readonly (string | null | undefined)[]): (text: string) => string | null {
  const unclear = texts.flatMap((text) => {
    if (typeof text !== 'string' || !isBytes(text)) return [];
    const bytes = Buffer.from(text.slice(0, 2000), 'latin1');
    return decodeUtf8(bytes) === null ? [bytes, Buffer.from('\n')] : [];
  });
  const all = Buffer.concat(unclear);
  const name = unclear.length > 0 && isSuspect(western(all)) ? guess(all) : null;
  return (whole) => {
    const text = exchanged(whole);
    if (!isBytes(text)) return /[\u0080-\u009f\ufffd]/u.test(text) ? null : text;
    const bytes = Buffer.from(text, 'latin1');
    const utf8 = decodeUtf8(bytes);
    // One or two characters may be a coincidence.
    if (utf8 !== null && (name === null || (utf8.match(/[^\u0000-\u007f]/gu)?.length ?? 0) > 2)) return utf8;
    const decoded = name === null ? null : decode(bytes, ENCODINGS[name]?.label ?? '');
    if (decoded !== null && name !== null && isClean(decoded, name)) return decoded;
    if (utf8 !== null) return utf8;
    const shown = western(bytes);
    return isGarbage(shown.replaceAll('\0', ' ')) ? null : shown;
  };
}

/** Decodes a file beside the sound. What cannot be read with certainty becomes U+FFFD (CAT-131). */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  return decodeUtf8(bytes) ?? decodeLegacy(Buffer.from(bytes));
}

/** The kind of UTF-16, by its mark or its zeros; null for other text. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Text has no zeros, but UTF-16 has one in each letter of ASCII.
  const head = bytes.subarray(0, MOST_BYTES);
  const zeros = (side: number): number => head.filter((byte, at) => byte === 0 && at % 2 === side).length;
  if (zeros(0) + zeros(1) <= head.length / 10) return null;
  return zeros(0) > zeros(1) ? 'utf-16be' : 'utf-16le';
}

function decodeLegacy(bytes: Buffer): string {
  const mostly = new TextDecoder().decode(bytes);
  const damaged = mostly.match(/\ufffd/gu)?.length ?? 0;
  const beyond = mostly.match(/[^\u0000-\u007f]/gu)?.length ?? 0;
  // A few damaged bytes are left out.
  if (damaged * 10 < beyond || beyond === 0) return mostly.replaceAll('\ufffd', '');
  const latin = bytes.toString('latin1');
  const [, declared] = /^<\?xml[^>]{1,100}encoding=["']([\w-]{1,40})/u.exec(latin) ?? [];
  const named = declared === undefined ? null : decode(bytes, declared);
  if (named !== null && !UNREADABLE.test(named)) return named;
  // The bytes below 0x40 are never part of a longer character, except for digits.
  const words = latin.split(/[\u0000-\u002f\u003a-\u003f]+/u);
  const foreign = Buffer.from(words.filter((word) => /[\u0080-\u00ff]/u.test(word)).join('\n'), 'latin1');
  const shown = western(foreign.subarray(0, MOST_BYTES));
  const name = isSuspect(shown) ? guess(foreign) : null;
  const decoded = name === null ? null : decode(bytes, ENCODINGS[name]?.label ?? '');
  return decoded ?? (isGarbage(shown) ? mostly : western(bytes));
}
