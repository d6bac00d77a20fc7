import type { Seconds } from '../time.ts';
import { parseRunTime } from './content.ts';

/** A part of a description. A link leads to the web. A time is a position that can be played. */
export type DescriptionPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string }
  | { readonly kind: 'time'; readonly text: string; readonly position: Seconds };

const ADDRESS = /https?:\/\/[^\s<>"]{1,2000}/giu;
/** A host, without a user name before it: a user name can look like a host. */
const HAS_HOST = /^https?:\/\/(?:[\p{L}\p{N}.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/iu;
/** A time at the start of a line, or in brackets. Elsewhere a time is usually a time of day. */
const TIME = /(?<before>^[\p{P}\s]{0,4}|[([]\s?)(?<time>(?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?![\d:]|[.,]\d)/gmu;

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const count = (text: string, character: string): number => text.split(character).length - 1;

/** The address without the punctuation of its sentence. */
const withoutPunctuation = (found: string): string => {
  let address = found;
  for (;;) {
    const last = address.at(-1) ?? '';
    const opening = CLOSING[last];
    const isPunctuation =
      opening === undefined
        ? /[\p{P}\p{S}]/u.test(last) && !/[-/_~=&#%+$]/u.test(last)
        : count(address, last) > count(address, opening);
    if (!isPunctuation) return address;
    address = address.slice(0, -1);
  }
};

type Found = { readonly at: number; readonly part: Exclude<DescriptionPart, { kind: 'text' }> };

/** The addresses in a text, and where they stand. */
export const linksIn = (text: string): readonly { readonly at: number; readonly address: string }[] =>
  [...text.matchAll(ADDRESS)].flatMap((match) => {
    const address = withoutPunctuation(match[0]);
    return HAS_HOST.test(address) ? [{ at: match.index, address }] : [];
  });

const timesIn = (text: string, canPlay: (position: Seconds) => boolean): readonly Found[] =>
  [...text.matchAll(TIME)].flatMap((match) => {
    const { before = '', time = '' } = match.groups ?? {};
    const position = parseRunTime(time);
    return position !== null && canPlay(position)
      ? [{ at: match.index + before.length, part: { kind: 'time', text: time, position } as const }]
      : [];
  });

/**
 * Divides a description into text, links and times (CAT-80, CAT-81). The texts of all parts together are the description.
 *
 * @param hasLinks whether addresses become links
 * @param canPlay whether the title can be played from a position
 */
export const descriptionParts = (
  description: string,
  hasLinks: boolean,
  canPlay: (position: Seconds) => boolean,
): readonly DescriptionPart[] => {
  const links = (hasLinks ? linksIn(description) : []).map(({ at, address }): Found => ({
    at,
    part: { kind: 'link', text: address, address },
  }));
  const found = [...links, ...timesIn(description, canPlay)];
  const parts: DescriptionPart[] = [];
  let from = 0;
  for (const { at, part } of found.toSorted((one, other) => one.at - other.at)) {
    // This part begins inside the link before it, for example a time in an address.
    if (at < from) continue;
    if (at > from) parts.push({ kind: 'text', text: description.slice(from, at) });
    parts.push(part);
    from = at + part.text.length;
  }
  if (from < description.length) parts.push({ kind: 'text', text: description.slice(from) });
  return parts;
};
