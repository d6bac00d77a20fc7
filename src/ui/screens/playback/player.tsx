import { useMatches } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { useServices } from '../../app/services.ts';
import { PlayerBar } from './player-bar.tsx';
import styles from './player.module.css';
import { useCoveredHeight } from './use-covered-height.ts';
import { useFocusTransfer } from './use-focus-transfer.ts';
import { useAddBookmark, type Bookmarking } from './use-add-bookmark.ts';
import { usePlayerKeys } from './keys/use-player-keys.ts';
import { useSoundFirst } from './use-sound-first.ts';

const importKeysDialog = async () => (await import('./keys/keys-dialog.tsx')).KeysDialog;

/**
 * The player and its keys. It is hidden on the screens for visitors, unless the session could not be checked: then the
 * sound goes on and the listener must be able to stop it (PLAY-20).
 */
export function Player() {
  const isHidden = useMatches({
    select: (matches) =>
      matches.some((match) => match.routeId === '/visitors' && match.context.session !== 'unknown'),
  });
  return isHidden ? null : <MembersPlayer />;
}

function MembersPlayer() {
  const [areKeysShown, setAreKeysShown] = useState(false);
  const showKeys = useCallback(() => setAreKeysShown(true), []);
  const hideKeys = useCallback(() => setAreKeysShown(false), []);
  const bookmarking = useAddBookmark();
  usePlayerKeys(showKeys, bookmarking?.add ?? null);
  return (
    <>
      <BarOrResume onShowKeys={showKeys} bookmarking={bookmarking} />
      {/* A dialog that cannot be fetched is not shown; the next key press tries again. */}
      <Lazy load={importKeysDialog} isNeeded={areKeysShown} onFailed={hideKeys}>
        {(KeysDialog) => <KeysDialog isOpen={areKeysShown} onClose={hideKeys} />}
      </Lazy>
    </>
  );
}

type BarOrResumeProps = { readonly onShowKeys: () => void; readonly bookmarking: Bookmarking | null };

/** The player bar, or the Resume button after Close (PLAY-21). */
const BarOrResume = observer(function BarOrResume({ onShowKeys, bookmarking }: BarOrResumeProps) {
  const { player, playerControls } = useServices();
  const isShown = useSoundFirst(player.isPresent, player.isPlaying && player.soundingSince === null);
  const playButton = useRef<HTMLButtonElement>(null);
  const resumeButton = useRef<HTMLButtonElement>(null);
  useFocusTransfer(isShown ? (player.isHidden ? resumeButton : playButton) : null);
  if (!isShown) return null;
  if (!player.isHidden)
    return <PlayerBar playButton={playButton} onShowKeys={onShowKeys} bookmarking={bookmarking} />;
  return <ResumeButton button={resumeButton} onResume={() => void playerControls.resume()} />;
});

type ResumeButtonProps = {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onResume: () => void;
};

function ResumeButton({ button, onResume }: ResumeButtonProps) {
  const element = useRef<HTMLDivElement>(null);
  useCoveredHeight(element, true);
  return (
    <div ref={element} className={styles['resume']} data-player="closed">
      <Button ref={button} look="primary" onClick={onResume}>
        <Play aria-hidden="true" size={18} />
        Resume
      </Button>
    </div>
  );
}
