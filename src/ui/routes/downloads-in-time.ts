import type { DownloadsServices } from '../../application/downloads-services.ts';
import type { Services } from '../services.ts';

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
