import type { AudioDetail } from '../../application/catalogue/load-pages.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { ok } from '../../domain/result.ts';
import type { Services } from './services.ts';
import type { DownloadsServices } from '../../application/downloads-services.ts';
import type { Arrangement } from '../../domain/catalogue/arrangement.ts';
import type { SearchScreenProps } from '../screens/catalogue/lists/search-screen.tsx';
import type { HistoryEntry, HistoryLists } from './history-lists.ts';

/** The failures of a call that did not reach the provider, or that the provider could not answer. */
const LOST: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'server']);

/**
 * Loads a title for its page. If the provider cannot be reached, the page shows the downloaded tracks. Without a
 * network, the page does not wait for the provider (DOWN-61).
 */
export async function loadDetail(
  services: Services,
  id: ContentId,
  cancellation: AbortSignal,
): ReturnType<Services['loadPages']['audio']> {
  const before = navigator.onLine ? null : await downloaded(services, id);
  if (before !== null) return ok(before);
  const loaded = await services.loadPages.audio(id, cancellation);
  if (loaded.ok || !LOST.has(loaded.error.kind)) return loaded;
  const after = await downloaded(services, id);
  return after === null ? loaded : ok(after);
}

/** Null if the title is not downloaded, or if this is not known in time. */
async function downloaded(services: Services, id: ContentId): Promise<AudioDetail | null> {
  const opened = await downloadsInTime(services);
  return opened?.downloadedAudio.load(id) ?? null;
}

/** How long a page waits for the code of downloads, in milliseconds. Without a network it may never load. */
const LONGEST_WAIT = 3_000;

/**
 * The use cases of downloads, for a page that waits for their code (DOWN-69).
 *
 * @returns null if there is a mobile app, or if the code does not load in time
 */
export async function downloadsInTime({
  settings,
  openDownloads,
}: Pick<Services, 'settings' | 'openDownloads'>): Promise<DownloadsServices | null> {
  if (settings.links.mobileApp !== null) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_WAIT);
  });
  const opened = await Promise.race([openDownloads().catch(() => null), patience]);
  clearTimeout(timer);
  return opened;
}

type SearchContext = { readonly services: Services; readonly audioHistory: HistoryLists<ContentItem> };

type Searched = {
  readonly term: string;
  readonly category: string | null;
  readonly arrangement: Arrangement;
};

/**
 * Starts a search for a term, or continues the search that the history entry has shown. An empty term sends no request
 * (CAT-33).
 */
export const openSearch = (
  { services, audioHistory }: SearchContext,
  entry: HistoryEntry,
  { term, category, arrangement }: Searched,
): SearchScreenProps['data'] => {
  const open = () => services.lists.search(term, category, arrangement);
  return { term, category, opened: term === '' ? null : audioHistory.open(entry, open) };
};

/**
 * The abort signal of a page that is loading. An abort without a reason creates an error that keeps its call stack
 * alive until the stack is read. That stack refers to the previous page, and so on, so every earlier page would stay in
 * memory. Reading the stack at once releases them.
 */
export function signalOf({ signal }: AbortController): AbortSignal {
  const releaseStack = (): void => {
    const reason: unknown = signal.reason;
    if (reason instanceof Error) Reflect.get(reason, 'stack');
  };
  signal.addEventListener('abort', releaseStack, { once: true });
  return signal;
}
