import { CircleCheck, Download } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ComponentProps, useState } from 'react';
import { DOWNLOAD_MESSAGES } from '../../../application/downloads/downloads-state.ts';
import type { DownloadsServices } from '../../../application/downloads-services.ts';
import { type ContentItem, ContentType } from '../../../domain/catalogue/content.ts';
import type { DownloadStatus } from '../../../domain/downloads/download.ts';
import { type DownloadSelection, WHOLE } from '../../../domain/downloads/selection.ts';
import { type TrackId, formatTracks, trackSource } from '../../../domain/playback/track.ts';
import { useServices } from '../../services.ts';
import { buttonClass, iconButtonClass } from 'audio-streaming-components/controls/button';
import { Menu, type MenuItem } from '../../components/controls/menu.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { t } from 'audio-streaming-translations/translate';
import styles from './downloads.module.css';
import { useDownloads } from '../../components/downloads/use-downloads.ts';
import { ALMOST_ALL, controlName, isThere, percentOf } from './words.ts';

type DownloadButtonProps = {
  readonly item: ContentItem;
  readonly onUse: () => void;
};

/** True if the title has several chapters, episodes or collection tracks to choose from. */
const hasParts = (item: ContentItem): boolean =>
  trackSource(item) !== 'self' &&
  (item.type !== ContentType.AUDIOBOOK_WITH_CHAPTERS || item.chapters.length > 1);

/** Downloads a title from its page. A title with parts asks first which of them (DOWN-55). */
export const DownloadButton = observer(function DownloadButton({ item, onUse }: DownloadButtonProps) {
  const { status, chosen, download, actions } = useDownloadControl(item, null);
  const [isChoosing, setChoosing] = useState(false);
  const start = () => {
    onUse();
    if (hasParts(item) && status.kind !== 'stopped') setChoosing(true);
    else download();
  };
  // The number of episodes is not known here, so there may always be more.
  const parts = formatTracks(item, []).length;
  const hasMore = hasParts(item) && (parts === 0 || chosen < parts);
  const more = { label: t('Download more…'), run: () => setChoosing(true) };
  return (
    <>
      <DownloadMenu items={hasMore ? [more, ...actions] : actions} opens={isThere(status)}>
        {(opener) => (
          <button
            {...opener}
            {...(!isThere(status) && { onClick: start })}
            type="button"
            className={buttonClass()}
          >
            <DownloadIcon status={status} size={18} />
            {controlName(status)}
          </button>
        )}
      </DownloadMenu>
      {hasParts(item) && (
        <DownloadDialog
          item={item}
          isOpen={isChoosing}
          onClose={() => setChoosing(false)}
          onDownload={(selection) => {
            setChoosing(false);
            download(selection);
          }}
        />
      )}
    </>
  );
});

type DownloadToolProps = { readonly audio: ContentItem };

/**
 * The player's `Download`: the title that plays; of a podcast, the episode that plays, because a podcast has no end
 * (DOWN-51).
 */
export const DownloadTool = observer(function DownloadTool({ audio }: DownloadToolProps) {
  const { player } = useServices();
  const isPodcast = trackSource(audio) === 'episodes';
  const { status, download, actions } = useDownloadControl(
    audio,
    isPodcast ? (player.track?.id ?? null) : null,
  );
  const name = controlName(status);
  return (
    <DownloadMenu items={actions} opens={isThere(status)}>
      {(opener) => (
        <button
          {...opener}
          {...(!isThere(status) && { onClick: () => download() })}
          type="button"
          className={iconButtonClass}
          aria-label={name}
          title={name}
        >
          <DownloadIcon status={status} />
        </button>
      )}
    </DownloadMenu>
  );
});

type DownloadIconProps = { readonly status: DownloadStatus; readonly size?: number };

/** The state of a download: an arrow, a ring that fills, or a check mark. */
function DownloadIcon({ status, size = 20 }: DownloadIconProps) {
  switch (status.kind) {
    case 'none':
    case 'failed':
    case 'stopped':
      return <Download aria-hidden="true" size={size} />;
    case 'downloaded':
    case 'paused':
      return <CircleCheck aria-hidden="true" size={size} className={styles['done']} />;
    case 'waiting':
      return <Ring percent={0} size={size} />;
    case 'loading':
      return <Ring percent={percentOf(status.part)} size={size} />;
    case 'storing-app':
      return <Ring percent={ALMOST_ALL} size={size} />;
  }
}

function Ring({ percent, size }: { readonly percent: number; readonly size: number }) {
  return (
    <svg className={styles['ring']} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <circle className={styles['track']} cx="12" cy="12" r="9" />
      <circle
        className={styles['filled']}
        cx="12"
        cy="12"
        r="9"
        pathLength="100"
        strokeDasharray={`${percent} 100`}
      />
    </svg>
  );
}

type DownloadMenuProps = Pick<ComponentProps<typeof Menu>, 'items' | 'opens' | 'children'>;

/** The actions of a download. The last entry leads to all downloads. */
const DownloadMenu = ({ items, ...rest }: DownloadMenuProps) => (
  <Menu
    label={t('This download')}
    items={[...items, { label: t('Go to downloads'), to: '/downloads' }]}
    {...rest}
  />
);

/** What a control of one title shows and does. */
type DownloadControl = {
  readonly status: DownloadStatus;
  /** How many tracks of the title were chosen. */
  readonly chosen: number;
  readonly download: (selection?: DownloadSelection) => void;
  readonly actions: readonly MenuItem[];
};

const NONE: DownloadStatus = { kind: 'none' };

/**
 * The download of a title, or of one of its tracks. Call it in an observer.
 *
 * @param trackId the track; null for everything that was chosen of the title
 */
function useDownloadControl(item: ContentItem, trackId: TrackId | null): DownloadControl {
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
          { label: t('Stop for now'), run: () => opened?.downloadAudio.stop(item.id) },
          { label: t('Cancel download'), run: () => void cancel(opened, item, trackId) },
        ]
      : [{ label: t('Remove download'), run: () => void remove(opened, item, trackId) }],
  };
}

const statusIn = (
  { downloads }: DownloadsServices,
  { id }: ContentItem,
  trackId: TrackId | null,
): DownloadStatus => (trackId === null ? downloads.statusOf(id) : downloads.trackStatusOf(id, trackId));

async function cancel(opened: DownloadsServices | null, item: ContentItem, trackId: TrackId | null) {
  if (trackId === null) await opened?.downloadedFiles.cancel(item.id);
  else await remove(opened, item, trackId);
}

async function remove(opened: DownloadsServices | null, item: ContentItem, trackId: TrackId | null) {
  const download = opened?.downloads.find(item.id) ?? null;
  if (opened === null || download === null) return;
  if (trackId === null) await opened.downloadedFiles.remove(item.id);
  else await opened.downloadedFiles.removeTracks(download, new Set([trackId]));
}
