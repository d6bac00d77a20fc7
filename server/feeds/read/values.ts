/** @returns null unless the address leads to the web */
export function webAddress(address: string | undefined, base: string): string | null {
  const text = address?.trim() ?? '';
  if (text === '' || !URL.canParse(text, base)) return null;
  const { protocol, href } = new URL(text, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

/** Zones that feeds name and that JavaScript does not know. */
const ZONES = new Map(
  Object.entries({
    '-0300': 'BRT',
    '+0000': 'WET',
    '+0100': 'BST CET MET MEZ WAT WEST',
    '+0200': 'CAT CEST EET MEST MESZ SAST',
    '+0300': 'EAT EEST MSK',
    '+0530': 'IST',
    '+0800': 'AWST HKT SGT',
    '+0900': 'JST KST',
    '+0930': 'ACST',
    '+1000': 'AEST',
    '+1030': 'ACDT',
    '+1100': 'AEDT',
    '+1200': 'NZST',
    '+1300': 'NZDT',
  }).flatMap(([offset, names]) => names.split(' ').map((name) => [name, offset] as const)),
);
const NAMED_ZONE = /\s\(?([A-Z]{3,4})\)?$/u;

/** Reads a date of RSS or Atom, in epoch milliseconds. A time without a zone is in UTC. */
export function readDate(text: string | undefined): number | null {
  // The name of the weekday says nothing more, and may be in any language.
  const day = (text ?? '').trim().replace(/^\p{L}+\.?,?\s+(?=\d)/u, '');
  const date = day.replace(NAMED_ZONE, (whole, name: string) => ` ${ZONES.get(name) ?? whole.trim()}`);
  const isComplete =
    /^\d{4}-\d\d-\d\d$/u.test(date) || /(?:[+-]\d\d:?\d\d|[\s\d][A-Z]{1,4}\)?)$/iu.test(date);
  const time = Date.parse(isComplete ? date : `${date}${/^\d{4}-\d\d-\d\dT/u.test(date) ? 'Z' : ' GMT'}`);
  return Number.isFinite(time) ? time : null;
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
