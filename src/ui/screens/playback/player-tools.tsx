import { Bookmark, Captions, Cast, Download, FileText, Heart, Info, ListOrdered } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type RefObject } from 'react';
import { type ContentItem } from '../../../domain/catalogue/content.ts';
import { tileContentId } from '../../../domain/entitlement/play-decision.ts';
import { useServices } from '../../services.ts';
import { IconButton, iconButtonClass } from 'audio-streaming-components/controls/button';
import { Lazy } from '../../components/lazy.tsx';
import { usePdfLink } from '../../components/use-pdf-link.ts';
import { Link } from '../../navigation/link.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './player-tools.module.css';
import type { MobileOnlyFeature } from './mobile-only-panel.tsx';

/** Saves the title as a favourite; pressed only once the save has succeeded. */
export const SaveButton = observer(function SaveButton({ audio }: { readonly audio: ContentItem }) {
  const { favorites, favoriteToggle } = useServices();
  const isSaved = favorites.isFavorite(audio);
  return (
    <IconButton
      label={t('Save')}
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
    <a {...link} className={iconButtonClass} aria-label={t('View PDF')} title={t('View PDF')}>
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
        fallback={<IconButton label={t('Download')} icon={Download} aria-busy="true" />}
      >
        {(DownloadTool) => <DownloadTool audio={audio} />}
      </Lazy>
    );
  }
  return (
    <IconButton
      label={t('Download')}
      icon={Download}
      aria-disabled="true"
      aria-haspopup="dialog"
      onClick={() => onMobileOnly('download')}
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
          label={t('Bookmark')}
          icon={Bookmark}
          aria-disabled="true"
          aria-haspopup="dialog"
          onClick={() => onMobileOnly('bookmark')}
        />
      ) : (
        <IconButton label={t('Bookmark')} icon={Bookmark} onClick={() => onBookmark(false)} />
      )}
      <DownloadControl audio={audio} onMobileOnly={onMobileOnly} />
      <DeviceTool />
      {transcript !== null && (
        <IconButton
          ref={transcriptButton}
          label={t('Transcript')}
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
        aria-label={t('Chapters')}
        title={t('Chapters')}
      >
        <ListOrdered aria-hidden="true" />
      </Link>
      <Link
        to="/audios/$id"
        params={params}
        className={iconButtonClass}
        aria-label={t('Info')}
        title={t('Info')}
      >
        <Info aria-hidden="true" />
      </Link>
    </div>
  );
}

/** Opens the browser's list of other devices. It is absent where there is none (PLAY-110). */
const DeviceTool = observer(function DeviceTool() {
  const { audioOutput, playbackSettings } = useServices();
  if (audioOutput.device === 'none') return null;
  return (
    <IconButton
      label={t('Play on another device')}
      icon={Cast}
      aria-pressed={audioOutput.device === 'connected'}
      onClick={() => void playbackSettings.chooseDevice()}
    />
  );
});
