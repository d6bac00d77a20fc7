import { Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useServices } from '../services.ts';
import { useArea } from '../shell/use-area.ts';
import { PlayerBar } from './player-bar.tsx';
import styles from './player.module.css';
import { useCoveredHeight } from './use-covered-height.ts';
import { usePlayerKeys } from './use-player-keys.ts';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** The player and the keys that work it; hidden on the visitors' routes (section 2). */
export function Player() {
  return useArea() === 'visitors' ? null : <MembersPlayer />;
}

function MembersPlayer() {
  const [keysDialog, setKeysDialog] = useState<'never-opened' | 'open' | 'closed'>('never-opened');
  const showKeys = useCallback(() => setKeysDialog('open'), []);
  const hideKeys = useCallback(() => setKeysDialog('closed'), []);
  usePlayerKeys(showKeys);
  return (
    <>
      <BarOrResume onShowKeys={showKeys} />
      {keysDialog !== 'never-opened' && (
        <Suspense>
          <KeysDialog isOpen={keysDialog === 'open'} onClose={hideKeys} />
        </Suspense>
      )}
    </>
  );
}

type BarOrResumeProps = { readonly onShowKeys: () => void };

/** The player bar, or after Close the button that brings it back. */
const BarOrResume = observer(function BarOrResume({ onShowKeys }: BarOrResumeProps) {
  const { player, closePlayer } = useServices();
  if (!player.isPresent) return null;
  if (!player.isHidden) return <PlayerBar onShowKeys={onShowKeys} />;
  return <ResumeButton onResume={() => void closePlayer.resume()} />;
});

function ResumeButton({ onResume }: { readonly onResume: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useCoveredHeight(place, true);
  return (
    <div ref={place} className={styles['resume']}>
      <Button look="primary" onClick={onResume}>
        <Play aria-hidden="true" size={18} />
        Resume
      </Button>
    </div>
  );
}
