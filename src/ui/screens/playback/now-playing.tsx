import { Link } from '@tanstack/react-router';
import { observer } from 'mobx-react-lite';
import { MESSAGES } from '../../../application/messages.ts';
import type { PlayerState } from '../../../application/playback/player-state.ts';
import { tileContentId } from '../../../domain/entitlement/tile.ts';
import { useServices } from '../../app/services.ts';
import { Cover } from '../../components/cover/cover.tsx';
import styles from './now-playing.module.css';
import { useDelayed } from './use-delayed.ts';

/** How long a lost sound is not reported, in milliseconds: most sounds load again at once from a new address. */
const LOST_FOR = 1_000;

/** How long missing data is not reported, in milliseconds; the play button shows the wait meanwhile. */
const STALLED_FOR = 3_000;

/** Says without a network that the title is not downloaded. Only where the browser has downloads (DOWN-62). */
const NOT_DOWNLOADED = 'You are offline, and this is not downloaded';

/** The message beside the authors; null if there is no problem. */
const trouble = (player: PlayerState, isWaitedFor: boolean, hasDownloads: boolean): string | null => {
  if (player.phase === 'error')
    return hasDownloads && !navigator.onLine ? NOT_DOWNLOADED : MESSAGES.loadFailed;
  if (player.needsTap) return 'Tap to play';
  return isWaitedFor ? 'Waiting for the connection…' : null;
};

/** The player strip: cover, title and authors of the current track, with links to its page (PLAY-23). */
export const NowPlaying = observer(function NowPlaying() {
  const { player, settings } = useServices();
  const { audio, track } = player;
  const isLost = useDelayed(player.phase === 'loading' && player.isWaiting, LOST_FOR);
  const isStalled = useDelayed(player.isWaiting, STALLED_FOR);
  if (audio === null || track === null) return null;
  const params = { id: tileContentId(audio) };
  const authors = track.authors.map((author) => author.name).join(', ');
  const notice = trouble(player, isLost || isStalled, settings.links.mobileApp === null);
  return (
    <div className={styles['strip']}>
      {/* The same link as the title, for the pointer only. */}
      <Link to="/audios/$id" params={params} className={styles['cover']} tabIndex={-1} aria-hidden="true">
        <Cover key={track.id} address={track.imageUrl} isFirst />
      </Link>
      <div className={styles['words']}>
        <Link to="/audios/$id" params={params} className={styles['title']} dir="auto">
          {track.title}
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
