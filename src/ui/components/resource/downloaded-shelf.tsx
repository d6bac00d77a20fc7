import { observer } from 'mobx-react-lite';
import { Carousel } from '../carousel/carousel.tsx';
import { SeeAll } from '../carousel/shelf.tsx';
import { useDownloads } from '../downloads/use-downloads.ts';
import { AudioTile } from '../tiles/audio-tile.tsx';
import styles from './downloaded-shelf.module.css';
import { t } from 'audio-streaming-translations/translate';

/** The titles that play without a connection, below the message that a page could not be loaded (DOWN-59). */
export const DownloadedShelf = observer(function DownloadedShelf() {
  const downloads = useDownloads()?.downloads;
  const titles = downloads?.downloads.map(({ item }) => item) ?? [];
  const playable = titles.filter(({ id }) => downloads?.isPlayable(id));
  if (downloads === undefined || playable.length === 0) return null;
  return (
    <div className={styles['shelf']}>
      <Carousel
        heading={t('Your Downloads')}
        note={t('These play without a connection')}
        more={<SeeAll to="/downloads" of={t('Your Downloads')} />}
        items={playable}
        renderItem={(item) => <AudioTile item={item} />}
      />
    </div>
  );
});
