import { Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type RefObject, useCallback, useEffect, useRef, useState, use, useEffectEvent } from 'react';
import { useServices, type Services } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Lazy } from '../../components/lazy.tsx';
import { useCoveredHeight } from 'audio-streaming-components/use-covered-height';
import { PlayerBar } from './player-bar.tsx';
import styles from './player-bar.module.css';
import { type Bookmarking, useAddBookmark } from './player-notes.tsx';
import { isDrifting } from '../../../domain/playback/sleep.ts';
import { faster, slower } from '../../../domain/playback/player.ts';
import { seconds } from '../../../domain/time.ts';
import { PageFrameContext } from 'audio-streaming-components/layout/page-frame';
import { commandOf, type KeyCommand } from './key-map.ts';
import { t } from 'audio-streaming-translations/translate';
import { useIsSignedOut } from '../../navigation/route-hooks.ts';

const importKeysDialog = async () => (await import('./keys-dialog.tsx')).KeysDialog;

/**
 * The player and its keys. It is hidden on the screens for visitors, unless the session could not be checked: then the
 * sound goes on and the listener must be able to stop it (PLAY-20).
 */
export function Player() {
  return useIsSignedOut() ? null : <MembersPlayer />;
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
        {t('Resume')}
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

/**
 * How long rendering the player waits for the sound, in milliseconds. On a slow line a sound takes half a second. The Play
 * button shows the wait meanwhile.
 */
const LONGEST_WAIT = 800;

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

/** How much one key press changes the volume, in percent. */
const LOUDNESS_STEP = 5;

/** Executes a command of the player. Returns false if there was nothing to do. */
function execute(services: Services, command: KeyCommand): boolean {
  const { player, togglePlayback, changeTrack, seek, playbackSettings, lastJump } = services;
  if (!player.isPresent || player.isHidden) return false;
  switch (command.kind) {
    case 'toggle':
      void togglePlayback.toggle();
      return true;
    case 'move':
      seek.skipBy(command.by);
      return true;
    case 'tenth':
      if (player.duration === null) return false;
      seek.seekTo(seconds((player.duration * command.tenths) / 10));
      return true;
    case 'next':
      void changeTrack.next();
      return true;
    case 'previous':
      void changeTrack.previous();
      return true;
    case 'faster':
      void playbackSettings.setSpeed(faster(player.speed));
      return true;
    case 'slower':
      void playbackSettings.setSpeed(slower(player.speed));
      return true;
    case 'louder':
      return changeVolume(services, LOUDNESS_STEP);
    case 'quieter':
      return changeVolume(services, 0 - LOUDNESS_STEP);
    case 'mute':
      playbackSettings.toggleMute();
      return true;
    case 'undo':
      if (lastJump.origin === null) return false;
      seek.undo();
      return true;
    default:
      return false;
  }
}

/** Changes the volume while something plays; otherwise these keys scroll the page as usual. */
function changeVolume({ player, audioOutput, playbackSettings }: Services, by: number): boolean {
  if (!player.isPlaying) return false;
  playbackSettings.setVolume((Math.round(audioOutput.volume * 100) + by) / 100);
  return true;
}

/**
 * Makes single keys control the player anywhere on the page (PLAY-52), unless keys are turned off, the listener types,
 * or the focused control uses the key (PLAY-53).
 *
 * @param onBookmark null if the player has no bookmarks
 */
function usePlayerKeys(onHelp: () => void, onBookmark: ((opensNote: boolean) => void) | null): void {
  const services = useServices();
  const frame = use(PageFrameContext);
  const perform = (command: KeyCommand): boolean => {
    if (command.kind === 'search') return frame.focusSearchBox();
    if (command.kind === 'bookmark') {
      if (onBookmark === null || !services.player.isPresent || services.player.isHidden) return false;
      onBookmark(command.opensNote);
      return true;
    }
    if (command.kind !== 'help') return execute(services, command);
    onHelp();
    return true;
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // A key press during the fade only shows that the listener is awake; it has no other effect (PLAY-39).
    const wasFading = isDrifting(services.player.sleep);
    services.sleepTimer.extend();
    if (!services.playerSettings.keysOn || event.defaultPrevented || event.isComposing) return;
    const command = commandOf(event);
    if (command === null || isTakenByFocus(event.target, event.key)) return;
    if (document.querySelector('dialog:modal') !== null) return;
    if (wasFading || perform(command)) event.preventDefault();
  });
  const handlePointer = useEffectEvent(() => services.sleepTimer.extend());

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handleKey(event);
    const onPointer = () => handlePointer();
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, []);
}

/** Types of `input` that take no text. */
const CONTROLS = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

/** Widgets in which every key may have a meaning. */
const WIDGETS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="menu"], ' +
  '[role="listbox"], [role="combobox"]';

/** Controls that the space bar presses. */
const PRESSED =
  'button, summary, input:not([type="range"]), audio, video, [role="button"], [role="checkbox"]';

/** Controls that the arrow keys operate. */
const ARROWED = 'input, audio, video, [role="slider"], [role="tablist"], [role="radiogroup"]';

/** Whether the focused control uses this key itself, or the listener is typing (PLAY-53). */
function isTakenByFocus(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(WIDGETS) !== null) return true;
  if (target instanceof HTMLInputElement && !CONTROLS.includes(target.type)) return true;
  if (key === ' ') return target.closest(PRESSED) !== null;
  // not translated: the name of a key
  return key.startsWith('Arrow') && target.closest(ARROWED) !== null;
}
