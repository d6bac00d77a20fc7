import type { DownloadsServices } from '../../../application/downloads-services.ts';
import { useServices } from '../../services.ts';
import { useLazy } from '../lazy.tsx';

/** Whether audio is downloaded in the browser: only where no mobile app is configured (DOWN-54). */
const useHasDownloads = (): boolean => useServices().settings.links.mobileApp === null;

/** The downloads of the listener, and what can be done with them. Null until the code has loaded. */
export function useDownloads(): DownloadsServices | null {
  const { openDownloads } = useServices();
  return useLazy(openDownloads, useHasDownloads());
}
