/** @returns null unless the address leads to the web */
export function webAddress(address: string | undefined, base: string): string | null {
  const text = address?.trim() ?? '';
  if (text === '' || !URL.canParse(text, base)) return null;
  const { protocol, href } = new URL(text, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

const UNITS =
  /^(?:PT)?(?:(\d{1,4})\s*h\p{L}*\.?)?\s*(?:(\d{1,5})\s*m\p{L}*\.?)?\s*(?:(\d{1,6})\s*s\p{L}*\.?)?$/iu;

const LONGEST_DURATION = 40;

/** Reads a duration in any of its usual forms, in whole seconds. */
export function readDuration(text: string): number | null {
  const whole = text
    .trim()
    .slice(0, LONGEST_DURATION)
    .replace(/[.,]\d+$/u, '');
  if (/^\d{1,7}(?::[0-5]?\d){0,2}$/u.test(whole)) {
    return whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  const [matched = '', hours = '0', minutes = '0', seconds = '0'] = UNITS.exec(whole) ?? [];
  return matched === '' ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
