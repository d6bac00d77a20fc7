import { Bookmark, Captions, Cast, Download, FileText, Heart, Info, ListOrdered } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useRef } from 'react';
import { type ContentItem, formatRunTime } from '../../../domain/catalogue/content.ts';
import { tileContentId } from '../../../domain/entitlement/play-decision.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { useServices } from '../../services.ts';
import { buttonClass, IconButton, iconButtonClass } from 'audio-streaming-components/controls/button';
import { Modal } from '../../components/layout/modal.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { usePdfLink } from '../../components/use-pdf-link.ts';
import { Link } from '../../navigation/link.ts';
import styles from './tools.module.css';

/** Saves the title as a favourite; pressed only once the save has succeeded. */
export const SaveButton = observer(function SaveButton({ audio }: { readonly audio: ContentItem }) {
  const { favorites, favoriteToggle } = useServices();
  const isSaved = favorites.isFavorite(audio);
  return (
    <IconButton
      label="Save"
      icon={Heart}
      className={styles['save']}
      aria-pressed={isSaved}
      aria-busy={favorites.isSaving(audio.id)}
      onClick={() => void favoriteToggle.toggleTitle(audio)}
    />
  );
});

function PdfTool({ audio }: { readonly audio: ContentItem }) {
  const link = usePdfLink(audio);
  if (link === null) return null;
  return (
    <a {...link} className={iconButtonClass} aria-label="View PDF" title="View PDF">
      <FileText aria-hidden="true" />
    </a>
  );
}

const importDownloadTool = async () => (await import('../downloads/download-button.tsx')).DownloadTool;

/** Downloads in the browser, or points to the mobile app if there is one (PLAY-24, DOWN-54). */
function DownloadControl({ audio, onMobileOnly }: Pick<ToolsProps, 'audio' | 'onMobileOnly'>) {
  const { settings } = useServices();
  if (settings.links.mobileApp === null) {
    return (
      <Lazy
        load={importDownloadTool}
        isNeeded
        fallback={<IconButton label="Download" icon={Download} aria-busy="true" />}
      >
        {(DownloadTool) => <DownloadTool audio={audio} />}
      </Lazy>
    );
  }
  return (
    <IconButton
      label="Download"
      icon={Download}
      aria-disabled="true"
      aria-haspopup="dialog"
      onClick={() => onMobileOnly('Download')}
    />
  );
}

type ToolsProps = {
  readonly audio: ContentItem;
  readonly onMobileOnly: (feature: MobileOnlyFeature) => void;
  /** Adds a bookmark; null where only the mobile app has bookmarks. */
  readonly onBookmark: ((opensNote: boolean) => void) | null;
  /** Shows and hides the text of the track; null if there is none (TEXT-9). */
  readonly transcriptButton: RefObject<HTMLButtonElement | null>;
  readonly transcript: {
    readonly isOpen: boolean;
    readonly onToggle: () => void;
  } | null;
};

/** The player's links to other pages, and the features of the mobile app (PLAY-24). */
export function Tools({ audio, onMobileOnly, onBookmark, transcriptButton, transcript }: ToolsProps) {
  const params = { id: tileContentId(audio) };
  return (
    <div className={styles['tools']}>
      {onBookmark === null ? (
        <IconButton
          label="Bookmark"
          icon={Bookmark}
          aria-disabled="true"
          aria-haspopup="dialog"
          onClick={() => onMobileOnly('Bookmark')}
        />
      ) : (
        <IconButton label="Bookmark" icon={Bookmark} onClick={() => onBookmark(false)} />
      )}
      <DownloadControl audio={audio} onMobileOnly={onMobileOnly} />
      <DeviceTool />
      {transcript !== null && (
        <IconButton
          ref={transcriptButton}
          label="Transcript"
          icon={Captions}
          aria-expanded={transcript.isOpen}
          onClick={transcript.onToggle}
        />
      )}
      {audio.pdfUrl !== null && <PdfTool audio={audio} />}
      <Link
        to="/audios/$id"
        params={params}
        hash="tracks"
        className={iconButtonClass}
        aria-label="Chapters"
        title="Chapters"
      >
        <ListOrdered aria-hidden="true" />
      </Link>
      <Link to="/audios/$id" params={params} className={iconButtonClass} aria-label="Info" title="Info">
        <Info aria-hidden="true" />
      </Link>
    </div>
  );
}

/** Opens the browser's list of other devices. It is absent where there is none (PLAY-110). */
const DeviceTool = observer(function DeviceTool() {
  const { player, playbackSettings } = useServices();
  if (player.device === 'none') return null;
  return (
    <IconButton
      label="Play on another device"
      icon={Cast}
      aria-pressed={player.device === 'connected'}
      onClick={() => void playbackSettings.chooseDevice()}
    />
  );
});

type QueueRowProps = {
  readonly track: Track;
  /** Set for the current track. */
  readonly current: RefObject<HTMLButtonElement | null> | null;
  readonly onPlay: () => void;
};

function QueueRow({ track, current, onPlay }: QueueRowProps) {
  return (
    <li>
      <button
        ref={current}
        type="button"
        className={styles['row']}
        aria-current={current === null ? undefined : 'true'}
        onClick={onPlay}
      >
        <span className={styles['title']} dir="auto">
          {track.title}
        </span>
        {track.runTime !== null && <span className={styles['time']}>{formatRunTime(track.runTime)}</span>}
      </button>
    </li>
  );
}

/** The playlist: the current, the previous and the next tracks. */
export const Queue = observer(function Queue() {
  const { player, playerControls } = useServices();
  const currentRow = useRef<HTMLButtonElement>(null);
  const { audio, tracks, track: current } = player;

  useEffect(() => {
    currentRow.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  if (audio === null) return null;
  return (
    <div className={styles['queue']}>
      <h2 className={styles['heading']} id="queue-heading">
        In this playlist
      </h2>
      <ol className={styles['list']} aria-labelledby="queue-heading">
        {tracks.map((track) => (
          <QueueRow
            key={track.id}
            track={track}
            current={track.id === current?.id ? currentRow : null}
            onPlay={() => void playerControls.playOrPauseTrack(audio, track.id)}
          />
        ))}
      </ol>
    </div>
  );
});

/** The features that only the mobile app has (PLAY-24). */
export type MobileOnlyFeature = 'Bookmark' | 'Download';

const TITLES: Readonly<Record<MobileOnlyFeature, string>> = {
  Bookmark: 'Bookmarks live in the mobile app',
  Download: 'Downloads live in the mobile app',
};

const REASONS: Readonly<Record<MobileOnlyFeature, string>> = {
  Bookmark: 'Marking a place in a title is only available in the mobile app.',
  Download: 'Taking a title along without a connection is only available in the mobile app.',
};

type MobileOnlyPanelProps = {
  /** The requested feature; null if the panel is closed. */
  readonly feature: MobileOnlyFeature | null;
  readonly onClose: () => void;
};

/** Says that a feature is only available in the mobile app, and links to the app (PLAY-24). */
export function MobileOnlyPanel({ feature, onClose }: MobileOnlyPanelProps) {
  const { settings } = useServices();
  const { mobileApp } = settings.links;
  return (
    <Modal isOpen={feature !== null} title={feature === null ? '' : TITLES[feature]} onClose={onClose}>
      {feature !== null && (
        <>
          <p>{REASONS[feature]}</p>
          {mobileApp !== null && (
            <div className={styles['offer']}>
              <QrCode text={mobileApp} label="QR code of the mobile app" />
              <div className={styles['words']}>
                <p>Scan the code with your phone, or follow the link.</p>
                <a
                  className={buttonClass('primary')}
                  href={mobileApp}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  Get the mobile app
                </a>
              </div>
            </div>
          )}
        </>
      )}
    </Modal>
  );
}
