import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { useServices } from '../../../app/services.ts';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import styles from './browsing.module.css';

/** The newest unheard episodes of the podcasts that the listener follows (PROG-90). */
export function NewEpisodes({ podcasts }: { readonly podcasts: readonly ContentItem[] }) {
  const { newEpisodes } = useServices();
  const headingId = useId();
  const [episodes, setEpisodes] = useState<readonly ContentItem[]>([]);
  const load = useEffectEvent(() => newEpisodes.load(podcasts));
  const ids = podcasts.map(({ id }) => id).join(' ');
  useEffect(() => {
    let isShown = true;
    void load().then((found) => isShown && setEpisodes(found));
    return () => {
      isShown = false;
    };
  }, [ids]);
  if (episodes.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles['newEpisodes']}>
      <h2 id={headingId}>New episodes</h2>
      <TileGrid
        kind="audio"
        items={episodes}
        renderTile={(item) => <AudioTile item={item} headingLevel={3} />}
      />
    </section>
  );
}
