import { Link } from '@tanstack/react-router';
import { CircleCheck, Download } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { DOWNLOAD_MESSAGES } from '../../../application/downloads/download-messages.ts';
import type { DownloadsServices } from '../../../application/downloads/services.ts';
import { type ContentItem, ContentType } from '../../../domain/catalogue/content.ts';
import type { DownloadStatus } from '../../../domain/downloads/download.ts';
import { type DownloadSelection, WHOLE } from '../../../domain/downloads/selection.ts';
import { formatTracks, trackSource } from '../../../domain/playback/track-list.ts';
import type { TrackId } from '../../../domain/playback/track.ts';
import { useServices } from '../../app/services.ts';
import { buttonClass } from '../../components/controls/button.tsx';
import { iconButtonClass } from '../../components/controls/icon-button.tsx';
import { moveMenuFocus } from '../../components/controls/menu-focus.ts';
import { useMenuPopover } from '../../components/controls/use-menu-popover.ts';
import { DownloadDialog } from './download-dialog.tsx';
import styles from './downloads.module.css';
import { useDownloads } from './downloaded-parts.tsx';
import { ALMOST_ALL, controlName, isThere, percentOf } from './words.ts';

type DownloadButtonProps = {
  readonly item: ContentItem;
  /** Called when the listener asks for a download. */
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
  const button = useRef<HTMLButtonElement>(null);
  const start = () => {
    onUse();
    if (hasParts(item) && status.kind !== 'stopped') setChoosing(true);
    else download();
  };
  // The number of episodes is not known here, so there may always be more.
  const parts = formatTracks(item, []).length;
  const hasMore = hasParts(item) && (parts === 0 || chosen < parts);
  const more = { label: 'Download more…', onChoose: () => setChoosing(true) };
  return (
    <>
      <DownloadMenu actions={hasMore ? [more, ...actions] : actions} button={button} opens={isThere(status)}>
        {(props) => (
          <button
            {...(isThere(status) ? props : { onClick: start })}
            ref={button}
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
  const button = useRef<HTMLButtonElement>(null);
  const name = controlName(status);
  return (
    <DownloadMenu actions={actions} button={button} opens={isThere(status)}>
      {(props) => (
        <button
          {...(isThere(status) ? props : { onClick: () => download() })}
          ref={button}
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

type Action = { readonly label: string; readonly onChoose: () => void };

type ButtonProps = HTMLAttributes<HTMLButtonElement> & { readonly popoverTarget?: string };

type DownloadMenuProps = {
  readonly actions: readonly Action[];
  readonly button: RefObject<HTMLButtonElement | null>;
  /** False if the button opens no menu now. The element stays the same, so that it keeps the focus. */
  readonly opens: boolean;
  /** Renders the button. The properties open the menu. */
  readonly children: (props: ButtonProps) => ReactElement;
};

/** The actions of a download, as a menu beside its button. The last entry leads to all downloads. */
function DownloadMenu({ actions, button, opens, children }: DownloadMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const items = useRef<(HTMLElement | null)[]>([]);
  const moveToButton = () => {
    if (button.current === null || menu.current === null) return;
    const { top, bottom, left, width } = button.current.getBoundingClientRect();
    const isAbove = top > window.innerHeight / 2;
    menu.current.dataset['side'] = isAbove ? 'above' : 'below';
    menu.current.style.setProperty('--edge', `${isAbove ? window.innerHeight - top : bottom}px`);
    menu.current.style.setProperty('--middle', `${left + width / 2}px`);
  };
  const { buttonProps, menuProps, close } = useMenuPopover(button, menu, moveToButton, () =>
    items.current[0]?.focus(),
  );
  const moveFocus = (event: KeyboardEvent) =>
    moveMenuFocus(
      event,
      items.current.filter((item) => item !== null),
      close,
    );
  return (
    <>
      {children(opens ? { 'aria-haspopup': 'menu', ...buttonProps } : {})}
      <div
        ref={menu}
        {...menuProps}
        className={styles['menu']}
        role="menu"
        tabIndex={-1}
        aria-label="This download"
        onKeyDown={moveFocus}
      >
        {actions.map(({ label, onChoose }, index) => (
          <button
            key={label}
            ref={(item) => {
              items.current[index] = item;
            }}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles['item']}
            onClick={() => {
              close();
              onChoose();
            }}
          >
            {label}
          </button>
        ))}
        <Link
          ref={(item) => {
            items.current[actions.length] = item;
          }}
          to="/downloads"
          role="menuitem"
          tabIndex={-1}
          className={styles['item']}
          onClick={() => close()}
        >
          Go to downloads
        </Link>
      </div>
    </>
  );
}

type DownloadAction = { readonly label: string; readonly onChoose: () => void };

/** What a control of one title shows and does. */
type DownloadControl = {
  readonly status: DownloadStatus;
  /** How many tracks of the title were chosen. */
  readonly chosen: number;
  readonly download: (selection?: DownloadSelection) => void;
  /** The actions of the existing download. */
  readonly actions: readonly DownloadAction[];
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
  if (trackId === null) await opened?.downloadedFiles.cancel(item.id);
  else await remove(opened, item, trackId);
}

async function remove(opened: DownloadsServices | null, item: ContentItem, trackId: TrackId | null) {
  const download = opened?.downloads.find(item.id) ?? null;
  if (opened === null || download === null) return;
  if (trackId === null) await opened.downloadedFiles.remove(item.id);
  else await opened.downloadedFiles.removeTracks(download, new Set([trackId]));
}
