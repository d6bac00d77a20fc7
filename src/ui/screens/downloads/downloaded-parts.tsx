import { observer } from 'mobx-react-lite';
import { type ReactElement, useState } from 'react';
import type { DownloadsState } from '../../../application/downloads/downloads-state.ts';
import type { DownloadsServices } from '../../../application/downloads-services.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { useServices } from '../../app/services.ts';
import { Carousel } from '../../components/carousel/carousel.tsx';
import { SeeAll } from '../../components/carousel/shelf.tsx';
import { useLazy } from '../../components/lazy.tsx';
import { AudioTile } from '../../components/tiles/audio-tile.tsx';
import styles from './downloads.module.css';
import { announcement } from './words.ts';

/** Announces the steps of downloads to screen readers, on every page (DOWN-53). */
export function DownloadAnnouncer() {
  const opened = useDownloads();
  return opened === null ? null : <Announcements services={opened} />;
}

const Announcements = observer(function Announcements({
  services,
}: {
  readonly services: DownloadsServices;
}) {
  const { downloads } = services;
  return (
    // Only the text of the title that changed is read.
    <div className="visually-hidden" role="status" aria-atomic="false">
      {downloads.downloads.map(({ item }) => (
        <TitleAnnouncement key={item.id} downloads={downloads} item={item} />
      ))}
    </div>
  );
});

type TitleAnnouncementProps = { readonly downloads: DownloadsState; readonly item: ContentItem };

const TitleAnnouncement = observer(function TitleAnnouncement({ downloads, item }: TitleAnnouncementProps) {
  const status = downloads.statusOf(item.id);
  const [initial] = useState(status.kind);
  // Downloads that had ended before the page opened are not announced.
  const [hasChanged, setChanged] = useState(false);
  if (status.kind !== initial && !hasChanged) setChanged(true);
  const isNews = hasChanged || status.kind !== 'downloaded';
  return <p>{isNews && announcement(item.title, status)}</p>;
});

/** The titles that play without a connection, below the message that a page could not be loaded (DOWN-59). */
export const DownloadedShelf = observer(function DownloadedShelf() {
  const downloads = useDownloads()?.downloads;
  const titles = downloads?.downloads.map(({ item }) => item) ?? [];
  const playable = titles.filter(({ id }) => downloads?.isPlayable(id));
  if (downloads === undefined || playable.length === 0) return null;
  return (
    <div className={styles['shelf']}>
      <Carousel
        heading="Your Downloads"
        note="These play without a connection"
        more={<SeeAll to="/downloads" of="Your Downloads" />}
        items={playable}
        renderItem={(item) => <AudioTile item={item} />}
      />
    </div>
  );
});

type StoredCoverProps = {
  /** The absolute address of the cover, which could not be fetched. */
  readonly address: string;
  /** Renders the stored cover; null if no download has it. */
  readonly children: (stored: string | null) => ReactElement;
};

/** The cover that was stored with a download (DOWN-56). */
export const StoredCover = observer(function StoredCover({ address, children }: StoredCoverProps) {
  const { mediaUrl } = useServices();
  const downloads = useDownloads()?.downloads;
  const download = downloads?.downloads.find(({ item }) => mediaUrl(item.imageUrl) === address);
  return children(
    downloads === undefined || download === undefined ? null : downloads.coverOf(download.item.id),
  );
});

/** Whether audio is downloaded in the browser: only where no mobile app is configured (DOWN-54). */
const useHasDownloads = (): boolean => useServices().settings.links.mobileApp === null;

/** The downloads of the listener, and what can be done with them. Null until the code has loaded. */
export function useDownloads(): DownloadsServices | null {
  const { openDownloads } = useServices();
  return useLazy(openDownloads, useHasDownloads());
}
