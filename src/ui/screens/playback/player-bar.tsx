import { ChevronDown, ListMusic, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { MobileOnlyPanel, type MobileOnlyFeature } from './notes/mobile-only-panel.tsx';
import { BookmarkNote } from './notes/bookmark-note.tsx';
import type { Bookmarking } from './use-add-bookmark.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { useServices } from '../../app/services.ts';
import { useDismissal } from '../../app/shell/use-dismissal.ts';
import { AutoplaySwitch } from './controls/autoplay-switch.tsx';
import { JumpChip } from './notes/jump-chip.tsx';
import { NowPlaying } from './now-playing.tsx';
import styles from './player-bar.module.css';
import { PositionNote } from './notes/position-note.tsx';
import { PlayerOptions } from './player-options.tsx';
import { Queue } from './queue.tsx';
import { SeekSlider } from './controls/seek-slider.tsx';
import { SleepMenu } from './controls/sleep-menu.tsx';
import { SpeedMenu } from './controls/speed-menu.tsx';
import { SaveButton, Tools } from './tools.tsx';
import { Transport } from './controls/transport.tsx';
import { useCoveredHeight } from './use-covered-height.ts';
import { VolumeSlider } from './controls/volume-slider.tsx';

const importUpNext = async () => (await import('./up-next/up-next.tsx')).UpNext;

type PlayerBarProps = {
  /** The button that plays and pauses. */
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
  const { audio } = player;
  const [isOpen, setOpen] = useState(false);
  const [mobileOnly, setMobileOnly] = useState<MobileOnlyFeature | null>(null);
  const bar = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const fold = useCallback(() => setOpen(false), []);
  useDismissal(isOpen && mobileOnly === null, bar, menu, fold);
  useCoveredHeight(bar, !isOpen);

  // A sheet opens at its top, while the button that opened it is at the bottom of the page.
  useEffect(() => {
    if (isOpen && bar.current !== null) bar.current.scrollTop = 0;
  }, [isOpen]);

  if (audio === null) return null;
  return (
    <>
      <section
        ref={bar}
        className={styles['bar']}
        aria-label="Player"
        data-player={isOpen ? 'open' : 'folded'}
      >
        <div className={styles['jump']}>
          <PositionNote />
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
          <Tools audio={audio} onMobileOnly={setMobileOnly} onBookmark={bookmarking?.add ?? null} />
        </div>
        <div className={styles['ends']}>
          <IconButton
            ref={menu}
            label="Menu"
            icon={isOpen ? ChevronDown : ListMusic}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          <IconButton label="Close" icon={X} onClick={() => playerControls.close()} />
        </div>
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
