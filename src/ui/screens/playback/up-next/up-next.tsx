import { Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { UpNextState } from '../../../../application/playback/up-next/up-next-state.ts';
import { keyOf, type UpNextKey } from '../../../../domain/playback/up-next.ts';
import { useServices } from '../../../app/services.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useLazy } from '../../../components/lazy.tsx';
import { nameOf } from './entry-name.ts';
import { SortedRows } from './sorted-rows.tsx';
import styles from './up-next.module.css';

/** The titles and tracks that play after the current title (PLAY-76). */
export function UpNext() {
  const { upNextQueue } = useServices();
  const [load] = useState(() => async () => upNextQueue.list());
  const upNext = useLazy(load, true);
  return upNext === null ? null : <UpNextRegion upNext={upNext} />;
}

type UpNextProps = { readonly upNext: UpNextState };

const UpNextRegion = observer(function UpNextRegion({ upNext }: UpNextProps) {
  const headingId = useId();
  const region = useRef<HTMLElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { entries, removed } = upNext;

  // The used button is no longer shown, so the focus moves to the button that replaces it.
  const [hasRemoved, setHasRemoved] = useState(false);
  useEffect(() => {
    if (!hasRemoved) return;
    undo.current?.focus();
    setHasRemoved(false);
  }, [hasRemoved]);

  const move = (key: UpNextKey, to: number) => {
    const entry = entries.find((each) => keyOf(each) === key);
    if (entry === undefined || to < 0 || to >= entries.length) return;
    upNext.move(key, to);
    setAnnouncement(`${nameOf(entry)} is now number ${to + 1} of ${entries.length}.`);
  };
  const remove = (key: UpNextKey) => {
    upNext.remove(key);
    setHasRemoved(true);
  };
  const clear = () => {
    upNext.clear();
    setHasRemoved(true);
  };
  const putBack = () => {
    upNext.undo();
    setAnnouncement('Put back.');
    region.current?.focus();
  };

  const [first] = removed;
  return (
    <section ref={region} className={styles['region']} aria-labelledby={headingId} tabIndex={-1}>
      <header className={styles['header']}>
        <h2 className={styles['heading']} id={headingId}>
          Up Next
        </h2>
        {entries.length > 0 && (
          <Button look="quiet" aria-label="Clear Up Next" onClick={clear}>
            Clear
          </Button>
        )}
      </header>
      {entries.length > 0 && <AutoplayNote />}
      {entries.length > 0 && (
        <SortedRows upNext={upNext} headingId={headingId} onMove={move} onRemove={remove} />
      )}
      {entries.length === 0 && first === undefined && (
        <p className={styles['empty']}>
          What you want to hear after this title. Choose “Play next” or “Add to Up Next” on the page of a
          title, or beside one of its chapters or episodes.
        </p>
      )}
      <div role="status">
        {first !== undefined && (
          <p className={styles['removed']}>
            <span>
              {removed.length === 1 ? (
                <>
                  <bdi>{nameOf(first)}</bdi> was removed.
                </>
              ) : (
                `${removed.length} titles were removed.`
              )}
            </span>
            <Button ref={undo} look="quiet" onClick={putBack}>
              <Undo2 aria-hidden="true" size={16} />
              Undo
            </Button>
          </p>
        )}
      </div>
      <output className="visually-hidden">{announcement}</output>
    </section>
  );
});

/** Without autoplay, nothing starts by itself (PLAY-80). */
const AutoplayNote = observer(function AutoplayNote() {
  const { player } = useServices();
  if (player.autoplay) return null;
  return (
    <p className={styles['autoplay']}>
      Autoplay is off, so these titles wait for the Next button.
      <Button look="quiet" onClick={() => player.setAutoplay(true)}>
        Turn on Autoplay
      </Button>
    </p>
  );
});
