import type { ContentItem, SeriesId, SeriesReference } from './content.ts';
import { compareVolumes, readVolumeNumber } from './volume-number.ts';

/** Where a title stands in one of its series. */
const referenceTo = ({ series }: Pick<ContentItem, 'series'>, id: SeriesId): SeriesReference | null =>
  series.find((reference) => reference.id === id) ?? null;

/** A title of a series, or the whole numbers of which the series has no title here. */
export type SeriesEntry =
  | { readonly kind: 'title'; readonly item: ContentItem; readonly sequence: string | null }
  | { readonly kind: 'missing'; readonly from: number; readonly to: number };

/** From this number on, a series counts by years or dates, and nothing is missing between them. */
const FIRST_YEAR = 1000;

const volumesOf = (items: readonly ContentItem[], id: SeriesId) =>
  items
    .map((item) => {
      const sequence = referenceTo(item, id)?.sequence ?? null;
      return { item, sequence, number: readVolumeNumber(sequence) };
    })
    .toSorted((one, other) => compareVolumes(one.number, other.number));

/** The titles of a series in their order, and between them what is missing (CAT-230, CAT-231). */
export const seriesEntries = (items: readonly ContentItem[], id: SeriesId): readonly SeriesEntry[] => {
  const entries: SeriesEntry[] = [];
  let reached = 0;
  for (const { item, sequence, number } of volumesOf(items, id)) {
    const next = Math.ceil(number?.from ?? 0);
    if (next > reached + 1 && next < FIRST_YEAR) {
      entries.push({ kind: 'missing', from: reached + 1, to: next - 1 });
    }
    reached = Math.max(reached, Math.floor(number?.to ?? 0));
    entries.push({ kind: 'title', item, sequence });
  }
  return entries;
};

/** Titles by their first series, in the order of the list, and those without a series. */
export const groupBySeries = (
  items: readonly ContentItem[],
): {
  readonly groups: readonly { readonly series: SeriesReference; readonly items: readonly ContentItem[] }[];
  readonly single: readonly ContentItem[];
} => {
  const groups = new Map<SeriesId, { readonly series: SeriesReference; readonly items: ContentItem[] }>();
  for (const item of items) {
    const [series] = item.series;
    if (series === undefined) continue;
    const group = groups.get(series.id) ?? { series, items: [] };
    group.items.push(item);
    groups.set(series.id, group);
  }
  const inOrder = [...groups.values()].map(({ series, items: members }) => ({
    series,
    items: volumesOf(members, series.id).map(({ item }) => item),
  }));
  return { groups: inOrder, single: items.filter(({ series }) => series.length === 0) };
};

/** True for two editions of one title. */
const isSameName = (one: ContentItem, other: ContentItem): boolean => plainName(one) === plainName(other);
const plainName = ({ title }: ContentItem): string =>
  title
    .replaceAll(/[([][^()[\]]*[)\]]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The title after this one in a series: the first that begins after its end, or a title of another name with the same
 * number that stands after it. Null after the last (CAT-232). A volume that repeats this one does not follow it: "1-3" after
 * "1".
 */
export const nextVolume = (
  items: readonly ContentItem[],
  current: ContentItem,
  id: SeriesId,
): ContentItem | null => {
  const end = readVolumeNumber(referenceTo(current, id)?.sequence ?? null);
  if (end === null) return null;
  const volumes = volumesOf(items, id);
  const at = volumes.findIndex(({ item }) => item.id === current.id);
  const next = volumes.find(
    ({ item, number }, index) =>
      item.id !== current.id &&
      number !== null &&
      (number.from > end.to ||
        (number.from === end.to && number.to === end.to && number.letter > end.letter) ||
        (compareVolumes(number, end) === 0 && at >= 0 && index > at && !isSameName(item, current))),
  );
  return next?.item ?? null;
};
