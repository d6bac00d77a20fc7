import { parseRunTime } from '../../domain/catalogue/run-time.ts';
import { instant, seconds } from '../../domain/time.ts';
import type { Instant, Seconds } from '../../domain/time.ts';

/** Resolves an address against that of its feed. Returns null unless it is http or https (APP-39). */
export const webAddress = (address: string | undefined, base: string): string | null => {
  const trimmed = address?.trim() ?? '';
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null;
  const { protocol, href } = new URL(trimmed, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
};

/** Time zones that feeds name and that JavaScript does not know, in hours from UTC. */
const ZONES: Readonly<Record<string, string>> = {
  ACDT: '+1030',
  ACST: '+0930',
  AEDT: '+1100',
  AEST: '+1000',
  AWST: '+0800',
  BRT: '-0300',
  BST: '+0100',
  CAT: '+0200',
  CEST: '+0200',
  CET: '+0100',
  EAT: '+0300',
  EEST: '+0300',
  EET: '+0200',
  HKT: '+0800',
  IST: '+0530',
  JST: '+0900',
  KST: '+0900',
  MEST: '+0200',
  MESZ: '+0200',
  MET: '+0100',
  MEZ: '+0100',
  MSK: '+0300',
  NZDT: '+1300',
  NZST: '+1200',
  SAST: '+0200',
  SGT: '+0800',
  WAT: '+0100',
  WEST: '+0100',
  WET: '+0000',
};

const ZONE_NAME = /\s\(?(?<zone>[A-Z]{3,4})\)?$/u;
const HAS_ZONE = /(?:[+-]\d{2}:?\d{2}|[\s\d][A-Z]{1,4}\)?)$/iu;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/u;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T/u;

/**
 * Reads a date in the format of RFC 822 (RSS) or ISO 8601 (Atom). A time without a zone is in UTC. Returns null for
 * anything else.
 */
export const readDate = (text: string | undefined): Instant | null => {
  // A name of a weekday says nothing more, and may be in another language.
  const given = (text ?? '').trim().replace(/^\p{L}+\.?,?\s+(?=\d)/u, '');
  const zone = ZONE_NAME.exec(given)?.groups?.['zone'] ?? '';
  const known = Object.hasOwn(ZONES, zone) ? given.replace(ZONE_NAME, ` ${ZONES[zone] ?? ''}`) : given;
  const isZoned = ISO_DAY.test(known) || HAS_ZONE.test(known);
  const time = Date.parse(isZoned ? known : `${known}${ISO_TIME.test(known) ? 'Z' : ' GMT'}`);
  return Number.isFinite(time) ? instant(time) : null;
};

const UNITS =
  /^(?:(?<hours>\d{1,4})\s*(?:h|hr|hrs|hours?)\.?)?\s*(?:(?<minutes>\d{1,5})\s*(?:m|min|mins|minutes?)\.?)?\s*(?:(?<rest>\d{1,6})\s*(?:s|sec|secs|seconds?)\.?)?$/iu;
const ISO = /^PT/iu;

/** Reads `itunes:duration`: seconds, `m:ss`, `h:mm:ss`, `1h2m3s` or `PT1H2M3S`, with or without a fraction. */
export const readDuration = (text: string): Seconds | null => {
  const whole = text.trim().replace(/[.,]\d+$/u, '');
  if (/^\d{1,7}$/u.test(whole)) return seconds(Number(whole));
  const shown = parseRunTime(whole);
  if (shown !== null) return shown;
  const units = whole.replace(ISO, '');
  const groups = units === '' ? undefined : UNITS.exec(units)?.groups;
  if (groups === undefined) return null;
  const { hours = '0', minutes = '0', rest = '0' } = groups;
  return seconds(Number(hours) * 3600 + Number(minutes) * 60 + Number(rest));
};

/** Reads the start of a chapter: `h:mm:ss.mmm`, `mm:ss` or seconds (RFC 2326, normal play time). */
export const readStart = (text: string): Seconds | null => {
  const [whole = '', fraction = ''] = text.split('.');
  const span = readDuration(whole);
  if (span === null || !/^\d*$/u.test(fraction)) return null;
  return seconds(span + Number(`0.${fraction === '' ? '0' : fraction}`));
};

/** A known run time. Zero means that the feed does not know it. */
export const runTimeOf = (value: number | undefined): Seconds | null =>
  value !== undefined && Number.isFinite(value) && value > 0 ? seconds(value) : null;

/** A whole number from 1. Null for anything else. */
export const ordinalOf = (value: number | undefined): number | null =>
  value !== undefined && Number.isInteger(value) && value > 0 && value < 1e7 ? value : null;
