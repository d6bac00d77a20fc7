/** Maximum length of a text in characters. Longer tags are not meant for listeners. */
const LONGEST = 500;

/**
 * Cleans a text of a file so that it can be stored and shown: well-formed, without control characters.
 *
 * @returns null if nothing remains
 */
export function words(text: string | null | undefined, longest = LONGEST): string | null {
  if (typeof text !== 'string') return null;
  const clean = text
    .slice(0, longest * 2)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f\ufeff\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  const cut = [...clean].slice(0, longest).join('');
  return cut === '' ? null : cut;
}

/** Reads a time such as `1:02:03.500` or `02:03`, in seconds. Null for any other text. */
export function readClock(text: string): number | null {
  const [, hours = '0', minutes, seconds] = /^\s*(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)\s*$/.exec(text) ?? [];
  if (minutes === undefined || seconds === undefined) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
