import { parseRunTime } from '../../domain/catalogue/run-time.ts';
import { instant, seconds } from '../../domain/time.ts';
import type { Instant, Seconds } from '../../domain/time.ts';

/** Resolves an address against that of its feed. Returns null unless it is http or https (APP-39). */
export const webAddress = (address: string, base: string): string | null => {
  if (address === '' || !URL.canParse(address, base)) return null;
  const { protocol, href } = new URL(address, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
};

/** Reads a date in the format of RFC 822 (RSS) or ISO 8601 (Atom). Returns null for anything else. */
export const readDate = (text: string): Instant | null => {
  const time = Date.parse(text);
  return Number.isFinite(time) ? instant(time) : null;
};

/** Reads `itunes:duration`: seconds, `m:ss` or `h:mm:ss`. */
export const readDuration = (text: string): Seconds | null =>
  /^\d{1,7}(?:\.\d+)?$/u.test(text) ? seconds(Number(text)) : parseRunTime(text);

/** Reads the start of a chapter: `h:mm:ss.mmm`, `mm:ss` or seconds (RFC 2326, normal play time). */
export const readStart = (text: string): Seconds | null => {
  const [whole = '', fraction = ''] = text.split('.');
  const span = readDuration(whole);
  if (span === null || !/^\d*$/u.test(fraction)) return null;
  return seconds(span + Number(`0.${fraction === '' ? '0' : fraction}`));
};

/** Reads `itunes:explicit`: `true`, or `yes` and `explicit` in older feeds. */
export const readExplicit = (text: string): boolean => /^(?:true|yes|explicit)$/iu.test(text);

/** Reads a whole number from 1. Returns null for anything else. */
export const readOrdinal = (text: string): number | null =>
  /^[1-9]\d{0,6}$/u.test(text) ? Number(text) : null;
