import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { DownloadsState } from '../../../application/downloads/downloads-state.ts';
import type { DownloadsServices } from '../../../application/downloads-services.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { useDownloads } from '../../components/downloads/use-downloads.ts';
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
