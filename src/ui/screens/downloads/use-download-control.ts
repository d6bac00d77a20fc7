import type { DownloadsServices } from '../../../application/downloads/services.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { DownloadStatus } from '../../../domain/downloads/download.ts';
import { WHOLE, type DownloadSelection } from '../../../domain/downloads/selection.ts';
import type { TrackId } from '../../../domain/playback/track.ts';
import { DOWNLOAD_MESSAGES } from '../../../application/downloads/download-messages.ts';
import { useServices } from '../../app/services.ts';
import { useDownloads } from './use-downloads.ts';

type Action = { readonly label: string; readonly onChoose: () => void };

/** What a control of one title shows and does. */
type DownloadControl = {
  readonly status: DownloadStatus;
  /** How many tracks of the title were chosen. */
  readonly chosen: number;
  readonly download: (selection?: DownloadSelection) => void;
  /** The actions of the existing download. */
  readonly actions: readonly Action[];
};

const NONE: DownloadStatus = { kind: 'none' };

/**
 * The download of a title, or of one of its tracks. Call it in an observer.
 *
 * @param trackId the track; null for everything that was chosen of the title
 */
export function useDownloadControl(item: ContentItem, trackId: TrackId | null): DownloadControl {
  const { openDownloads, notices } = useServices();
  const opened = useDownloads();
  const status = opened === null ? NONE : statusIn(opened, item, trackId);
  const own: DownloadSelection = trackId === null ? WHOLE : { kind: 'range', first: trackId, last: trackId };
  const start = async (selection: DownloadSelection) => {
    const services = opened ?? (await openDownloads().catch(() => null));
    if (services === null) notices.post(DOWNLOAD_MESSAGES.notLoaded);
    else if (status.kind === 'stopped') services.downloadAudio.retry(item.id);
    else await services.downloadAudio.download(item, selection);
  };
  const isLoading = status.kind === 'waiting' || status.kind === 'loading';
  return {
    status,
    chosen: opened?.downloads.find(item.id)?.tracks.length ?? 0,
    download: (selection = own) => void start(selection),
    actions: isLoading
      ? [
          { label: 'Stop for now', onChoose: () => opened?.downloadAudio.stop(item.id) },
          { label: 'Cancel download', onChoose: () => void cancel(opened, item, trackId) },
        ]
      : [{ label: 'Remove download', onChoose: () => void remove(opened, item, trackId) }],
  };
}

const statusIn = (
  { downloads }: DownloadsServices,
  { id }: ContentItem,
  trackId: TrackId | null,
): DownloadStatus => (trackId === null ? downloads.statusOf(id) : downloads.trackStatusOf(id, trackId));

async function cancel(opened: DownloadsServices | null, item: ContentItem, trackId: TrackId | null) {
  if (trackId === null) await opened?.removeDownloads.cancel(item.id);
  else await remove(opened, item, trackId);
}

async function remove(opened: DownloadsServices | null, item: ContentItem, trackId: TrackId | null) {
  const download = opened?.downloads.find(item.id) ?? null;
  if (opened === null || download === null) return;
  if (trackId === null) await opened.removeDownloads.remove(item.id);
  else await opened.removeDownloads.removeTracks(download, new Set([trackId]));
}
