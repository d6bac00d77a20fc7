import { linkTo } from '../../../application/playback/share-link.ts';
import { ChevronDown, Keyboard, ListMusic, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../../application/notices-state.ts';
import type { PlayerState } from '../../../application/player-state.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { hasText } from '../../../domain/transcripts/transcript.ts';
import { tileContentId } from '../../../domain/entitlement/play-decision.ts';
import { useServices } from '../../services.ts';
import { useCoveredHeight } from 'audio-streaming-components/use-covered-height';
import { useDismissal } from '../../components/controls/use-menu-popover.ts';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { ShareButton } from '../../components/controls/share-button.tsx';
import { Switch } from 'audio-streaming-components/controls/switch';
import { Cover } from '../../components/cover/cover.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { SeekSlider, Transport, VolumeSlider } from './transport.tsx';
import { SleepMenu, SpeedMenu } from './value-menus.tsx';
import { type Bookmarking, BookmarkNote, JumpChip, NextVolumeNote, PositionNote } from './player-notes.tsx';
import { type MobileOnlyFeature, MobileOnlyPanel } from './mobile-only-panel.tsx';
import { SaveButton, Tools } from './player-tools.tsx';
import { Queue } from './queue.tsx';
import { Link } from '../../navigation/link.ts';
import { formatNames } from 'audio-streaming-translations/formats';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './player-bar.module.css';
import { chapterName } from '../../components/chapter-name.ts';

const importTranscript = async () => (await import('../transcripts/transcript.tsx')).TranscriptRegion;
const importUpNext = async () => (await import('./up-next.tsx')).UpNext;

type PlayerBarProps = {
  readonly playButton: RefObject<HTMLButtonElement | null>;
  readonly onShowKeys: () => void;
  /** Null where only the mobile app has bookmarks. */
  readonly bookmarking: Bookmarking | null;
};

/**
 * The player bar. In a wide window it shows all controls, and Menu opens the playlist. In a narrow window Menu opens
 * all controls as a sheet.
 */
export const PlayerBar = observer(function PlayerBar({
  playButton,
  onShowKeys,
  bookmarking,
}: PlayerBarProps) {
  const { player, playerControls, settings } = useServices();
  const { audio, track } = player;
  const [isOpen, setOpen] = useState(false);
  const isReadable = hasText(audio, track);
  const [mobileOnly, setMobileOnly] = useState<MobileOnlyFeature | null>(null);
  const bar = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const transcript = useRef<HTMLButtonElement>(null);
  const fold = useCallback(() => setOpen(false), []);
  useDismissal(isOpen && mobileOnly === null, bar, menu, fold);
  useCoveredHeight(bar, !isOpen);

  // A sheet opens at its top, while the button that opened it is at the bottom of the page.
  useEffect(() => {
    if (isOpen && bar.current !== null) bar.current.scrollTop = 0;
  }, [isOpen]);

  useEffect(() => () => player.setTextOpen(false), [player]);

  if (audio === null) return null;
  return (
    <>
      <section
        ref={bar}
        className={styles['bar']}
        aria-label={t('Player')}
        data-player={isOpen ? 'open' : 'folded'}
      >
        <div className={styles['jump']}>
          <PositionNote />
          <NextVolumeNote />
          <JumpChip />
          {bookmarking !== null && <BookmarkNote bookmarking={bookmarking} />}
        </div>
        <div className={styles['strip']}>
          <NowPlaying />
          <SaveButton audio={audio} />
        </div>
        <div className={styles['controls']}>
          <SpeedMenu />
          <Transport playButton={playButton} />
          <SleepMenu />
        </div>
        <div className={styles['seek']}>
          <SeekSlider />
        </div>
        <div className={styles['settings']}>
          <AutoplaySwitch />
          <VolumeSlider />
        </div>
        <div className={styles['tools']}>
          <Tools
            audio={audio}
            onMobileOnly={setMobileOnly}
            onBookmark={bookmarking?.add ?? null}
            transcriptButton={transcript}
            transcript={
              isReadable
                ? {
                    isOpen: player.isTextOpen,
                    onToggle: () => player.setTextOpen(!player.isTextOpen),
                  }
                : null
            }
          />
        </div>
        <div className={styles['ends']}>
          <IconButton
            ref={menu}
            label={t('Menu')}
            // The header of a narrow window has a button of the same name.
            aria-description={t('More of the player')}
            icon={isOpen ? ChevronDown : ListMusic}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          <IconButton label={t('Close')} icon={X} onClick={() => playerControls.close()} />
        </div>
        {isReadable && track !== null && player.isTextOpen && (
          <div className={styles['text']}>
            <Lazy load={importTranscript} isNeeded>
              {(TranscriptRegion) => (
                <TranscriptRegion
                  audio={audio}
                  tracks={player.tracks}
                  track={track}
                  onClose={() => {
                    player.setTextOpen(false);
                    transcript.current?.focus();
                  }}
                />
              )}
            </Lazy>
          </div>
        )}
        {isOpen && (
          <div className={styles['panel']}>
            <PlayerOptions audio={audio} onShowKeys={onShowKeys} />
            <Lazy load={importUpNext} isNeeded={settings.links.mobileApp === null}>
              {(UpNext) => <UpNext />}
            </Lazy>
            <Queue />
          </div>
        )}
      </section>
      <MobileOnlyPanel feature={mobileOnly} onClose={() => setMobileOnly(null)} />
    </>
  );
});

/** How long a lost sound is not reported, in milliseconds: most sounds load again at once from a new address. */
const LOST_FOR = 1_000;

/** How long missing data is not reported, in milliseconds; the play button shows the wait meanwhile. */
const STALLED_FOR = 3_000;

/** Says without a network that the title is not downloaded. Only where the browser has downloads (DOWN-62). */
const NOT_DOWNLOADED = message('You are offline, and this is not downloaded');

/** The message beside the authors; null if there is no problem. */
const trouble = (player: PlayerState, isWaitedFor: boolean, hasDownloads: boolean): string | null => {
  if (player.phase === 'error')
    return t(hasDownloads && !navigator.onLine ? NOT_DOWNLOADED : MESSAGES.loadFailed);
  if (player.needsTap) return t('Tap to play');
  if (player.isPausedByTab) return t('Paused, because another tab plays');
  return isWaitedFor ? t('Waiting for the connection…') : null;
};

/** The player strip: cover, title and authors of the current track, with links to its page (PLAY-23). */
const NowPlaying = observer(function NowPlaying() {
  const { player, settings } = useServices();
  const { audio, track } = player;
  const isLost = useDelayed(player.phase === 'loading' && player.isWaiting, LOST_FOR);
  const isStalled = useDelayed(player.isWaiting, STALLED_FOR);
  if (audio === null || track === null) return null;
  const params = { id: tileContentId(audio) };
  const authors = formatNames(track.authors.map((author) => author.name));
  const notice = trouble(player, isLost || isStalled, settings.links.mobileApp === null);
  return (
    <div className={styles['nowPlayingStrip']}>
      {/* The same link as the title, for the pointer only. */}
      <Link to="/audios/$id" params={params} className={styles['cover']} tabIndex={-1} aria-hidden="true">
        <Cover key={track.id} address={track.imageUrl} isFirst />
      </Link>
      <div className={styles['words']}>
        <Link to="/audios/$id" params={params} className={styles['title']} dir="auto">
          {chapterName(track.title)}
        </Link>
        {track.title !== audio.title && (
          <span className={styles['whole']} dir="auto">
            {audio.title}
          </span>
        )}
        <div className={styles['line']}>
          {authors !== '' && (
            <Link to="/audios/$id" params={params} className={styles['authors']} dir="auto">
              {authors}
            </Link>
          )}
          {notice !== null && <span className={styles['trouble']}>{notice}</span>}
        </div>
      </div>
    </div>
  );
});

type PlayerOptionsProps = { readonly audio: ContentItem; readonly onShowKeys: () => void };

/** The settings and rarely used actions of the player. */
const PlayerOptions = observer(function PlayerOptions({ audio, onShowKeys }: PlayerOptionsProps) {
  const { playerSettings, player } = useServices();
  return (
    <div className={styles['options']}>
      <Switch
        label={t('Rewind a little after a pause')}
        isOn={playerSettings.rewindsOnResume}
        onSet={(on) => playerSettings.setRewindsOnResume(on)}
      />
      <Switch
        label={t('Start the last sleep timer each evening')}
        isOn={playerSettings.keepsSleep}
        onSet={(on) => playerSettings.setKeepsSleep(on)}
      />
      <div className={styles['buttons']}>
        <ShareButton title={audio.title} link={() => linkTo(window.location.origin, audio, player)} />
        <Button className={styles['keys']} onClick={onShowKeys}>
          <Keyboard aria-hidden="true" size={18} />
          {t('Keyboard shortcuts')}
        </Button>
      </div>
    </div>
  );
});

/** Whether the next track plays when a track ends (PLAY-16). */
const AutoplaySwitch = observer(function AutoplaySwitch() {
  const { player } = useServices();
  return <Switch label={t('Autoplay')} isOn={player.autoplay} onSet={(on) => player.setAutoplay(on)} />;
});

/**
 * True once a condition has been true for a while. A message about a shorter problem would only flash.
 *
 * @param span milliseconds
 */
function useDelayed(isTrue: boolean, span: number): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!isTrue) return undefined;
    const timeout = setTimeout(() => setPassed(true), span);
    return () => {
      clearTimeout(timeout);
      setPassed(false);
    };
  }, [isTrue, span]);
  return isTrue && hasPassed;
}
