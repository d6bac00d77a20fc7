import { useMatches } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../app/services.ts';
import { Button } from '../../components/controls/button.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { usePlayerKeys } from './use-player-keys.ts';
import { PlayerBar, useCoveredHeight } from './player-bar.tsx';
import styles from './player-bar.module.css';
import { type Bookmarking, useAddBookmark } from './player-notes.tsx';

const importKeysDialog = async () => (await import('./keys-dialog.tsx')).KeysDialog;

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

/**
 * Moves the focus from a button that disappeared while it had the focus to the button that replaces it: Close and
 * Resume. A focus elsewhere stays.
 *
 * @param shown the button of the part that is shown; null while there is none
 */
function useFocusTransfer(shown: RefObject<HTMLButtonElement | null> | null): void {
  const last = useRef<typeof shown>(null);
  useEffect(() => {
    if (shown === null) return;
    const isReplacement = last.current !== null && last.current !== shown;
    last.current = shown;
    if (isReplacement && document.activeElement === document.body) shown.current?.focus();
  }, [shown]);
}

/** How long rendering the player waits for the sound, in milliseconds. */
const LONGEST_WAIT = 250;

/**
 * Whether to render a player that was just opened: once its sound plays, or is not expected now. On a slow machine,
 * rendering the player takes as long as loading the sound, and would delay the sound. A rendered player stays rendered.
 *
 * @param isPresent whether there is anything to render
 * @param isSoundAwaited whether the sound was requested and has not started yet
 */
function useSoundFirst(isPresent: boolean, isSoundAwaited: boolean): boolean {
  const [wasShown, setShown] = useState(false);
  const isShown = isPresent && (wasShown || !isSoundAwaited);
  if (isShown !== wasShown) setShown(isShown);
  useEffect(() => {
    if (!isPresent || isShown) return undefined;
    const wait = setTimeout(() => setShown(true), LONGEST_WAIT);
    return () => clearTimeout(wait);
  }, [isPresent, isShown]);
  return isShown;
}
