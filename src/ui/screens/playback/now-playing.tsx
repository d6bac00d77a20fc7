import { Link } from '@tanstack/react-router';
import { observer } from 'mobx-react-lite';
import { MESSAGES } from '../../../application/messages.ts';
import type { PlayerState } from '../../../application/playback/player-state.ts';
import { tileContentId } from '../../../domain/entitlement/tile.ts';
import { useServices } from '../../app/services.ts';
import { Cover } from '../../components/cover/cover.tsx';
import styles from './now-playing.module.css';
import { useDelayed } from './use-delayed.ts';

/** For how long a sound may be lost without a word, in milliseconds: most are back at once from a fresh address. */
const LOST_FOR = 1_000;

/** For how long it may want for data without a word; the busy button says so meanwhile. */
const STALLED_FOR = 3_000;

/** What stands beside the authors when something has to be said; null when all is well. */
const trouble = (player: PlayerState, isWaitedFor: boolean): string | null => {
  if (player.phase === 'error') return MESSAGES.loadFailed;
  if (player.needsTap) return 'Tap to play';
  return isWaitedFor ? 'Waiting for the connection…' : null;
};

/** The now-playing strip: cover, title and authors of the current track, leading to its page (section 2). */
export const NowPlaying = observer(function NowPlaying() {
  const { player } = useServices();
  const { audio, track } = player;
  const isLost = useDelayed(player.phase === 'loading' && player.isWaiting, LOST_FOR);
  const isStalled = useDelayed(player.isWaiting, STALLED_FOR);
  if (audio === null || track === null) return null;
  const params = { id: tileContentId(audio) };
  const authors = track.authors.map((author) => author.name).join(', ');
  const notice = trouble(player, isLost || isStalled);
  return (
    <div className={styles['strip']}>
      {/* The same way as the title's, for the pointer alone. */}
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
