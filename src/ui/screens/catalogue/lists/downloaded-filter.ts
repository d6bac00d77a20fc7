import {
  type Arrangement,
  DOWNLOADED,
  type OfferedArrangement,
} from '../../../../domain/catalogue/arrangement.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { useDownloads } from '../../../components/downloads/use-downloads.ts';

/** Offers the filter by what this browser has downloaded, and applies it (CAT-206). */
export function useDownloadedFilter() {
  const downloads = useDownloads()?.downloads;
  return {
    offer: (offered: OfferedArrangement | null): OfferedArrangement | null =>
      downloads === undefined || offered === null
        ? offered
        : { ...offered, filters: { ...offered.filters, [DOWNLOADED]: ['yes'] } },
    apply: (items: readonly ContentItem[], { filters }: Arrangement): readonly ContentItem[] =>
      downloads === undefined || filters[DOWNLOADED] === undefined
        ? items
        : items.filter(({ id }) => downloads.statusOf(id).kind === 'downloaded'),
  };
}
