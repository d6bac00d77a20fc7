import { Check, ListEnd, ListPlus, ListStart } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { QueuedTrack } from '../../../domain/playback/up-next.ts';
import { useServices } from '../../services.ts';
import { buttonClass, iconButtonClass } from 'audio-streaming-components/controls/button';
import { Menu } from './menu.tsx';
import { t } from 'audio-streaming-translations/translate';
import { chapterName } from '../chapter-name.ts';

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
  const [added, setAdded] = useState<'next' | 'last' | null>(null);
  useEffect(() => {
    if (added === null) return undefined;
    const timeout = setTimeout(() => setAdded(null), STAY);
    return () => clearTimeout(timeout);
  }, [added]);

  const name = track === null ? item.title : chapterName(track.title);
  const confirm = async (adding: Promise<boolean>, where: 'next' | 'last') => {
    if (await adding) setAdded(where);
  };
  const playNext = () => {
    // not translated: the name of the event
    onUse('Play next');
    void confirm(upNextQueue.playNext(item, track), 'next');
  };
  const addToEnd = () => {
    // not translated: the name of the event
    onUse('Add to Up Next');
    void confirm(upNextQueue.addToEnd(item, track), 'last');
  };
  const label = t('Up Next: {title}', { title: name });
  const Icon = added === null ? ListPlus : Check;
  return (
    <>
      <Menu
        label={label}
        items={[
          { label: t('Play next'), icon: ListStart, run: playNext },
          { label: t('Add to Up Next'), icon: ListEnd, run: addToEnd },
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
            {track === null &&
              (added === null ? t('Up Next') : added === 'next' ? t('Plays next') : t('Added'))}
          </button>
        )}
      </Menu>
      <span className="visually-hidden" role="status">
        {added === 'next' && t('{title}: plays next', { title: name })}
        {added === 'last' && t('{title}: added', { title: name })}
      </span>
    </>
  );
}
