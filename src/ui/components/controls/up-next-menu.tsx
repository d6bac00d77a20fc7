import { Check, ListEnd, ListPlus, ListStart } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { QueuedTrack } from '../../../domain/playback/up-next.ts';
import { useServices } from '../../services.ts';
import { buttonClass, iconButtonClass } from 'audio-streaming-components/controls/button';
import { Menu } from './menu.tsx';

/** How long the button confirms, in milliseconds. */
const STAY = 4000;

type UpNextMenuProps = {
  readonly item: ContentItem;
  /** One track of the title; null for the whole title. */
  readonly track: QueuedTrack | null;
  /** Called when an action is chosen. */
  readonly onUse: (action: 'Play next' | 'Add to Up Next') => void;
};

/** A button that adds a title or a track to Up Next, and confirms it (PLAY-77). */
export function UpNextMenu({ item, track, onUse }: UpNextMenuProps) {
  const { upNextQueue } = useServices();
  const [confirmation, setConfirmation] = useState('');
  useEffect(() => {
    if (confirmation === '') return undefined;
    const timeout = setTimeout(() => setConfirmation(''), STAY);
    return () => clearTimeout(timeout);
  }, [confirmation]);

  const name = track?.title ?? item.title;
  const confirm = async (adding: Promise<boolean>, text: string) => {
    if (await adding) setConfirmation(text);
  };
  const playNext = () => {
    onUse('Play next');
    void confirm(upNextQueue.playNext(item, track), 'Plays next');
  };
  const addToEnd = () => {
    onUse('Add to Up Next');
    void confirm(upNextQueue.addToEnd(item, track), 'Added');
  };
  const label = `Up Next: ${name}`;
  const Icon = confirmation === '' ? ListPlus : Check;
  return (
    <>
      <Menu
        label={label}
        items={[
          { label: 'Play next', icon: ListStart, run: playNext },
          { label: 'Add to Up Next', icon: ListEnd, run: addToEnd },
        ]}
      >
        {(opener) => (
          <button
            {...opener}
            type="button"
            className={track === null ? buttonClass() : iconButtonClass}
            aria-label={label}
            title={label}
          >
            <Icon aria-hidden="true" size={18} />
            {track === null && (confirmation === '' ? 'Up Next' : confirmation)}
          </button>
        )}
      </Menu>
      <span className="visually-hidden" role="status">
        {confirmation !== '' && `${name}: ${confirmation.toLowerCase()}`}
      </span>
    </>
  );
}
