import type { AudioDetail } from '../../../../application/catalogue/load-pages.ts';
import type { ContentId } from '../../../../domain/catalogue/content.ts';
import { ok } from '../../../../domain/result.ts';
import { downloadsInTime } from '../../../routes/downloads-in-time.ts';
import type { Services } from '../../../services.ts';

/** The failures of a call that did not reach the provider, or that the provider could not carry out. */
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
