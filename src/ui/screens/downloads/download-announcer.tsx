import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import { DOWNLOAD_MESSAGES } from '../../../application/downloads/download-messages.ts';
import type { DownloadsServices } from '../../../application/downloads/services.ts';
import type { DownloadsState } from '../../../application/downloads/downloads-state.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { useServices } from '../../app/services.ts';
import { useDownloads } from './use-downloads.ts';
import { announcement } from './words.ts';

/** Tells about downloads on every page: a few steps to screen readers (DOWN-53), a failure to everybody (DOWN-52). */
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
  const { notices } = useServices();
  const status = downloads.statusOf(item.id);
  const [initial] = useState(status.kind);
  // What had happened before the page opened is no news.
  const [hasChanged, setChanged] = useState(false);
  if (status.kind !== initial && !hasChanged) setChanged(true);
  const reason = status.kind === 'failed' ? status.reason : null;
  const post = useEffectEvent((text: string) => notices.post(text));
  useEffect(() => {
    if (hasChanged && reason !== null) post(`${item.title}: ${DOWNLOAD_MESSAGES[reason]}`);
  }, [hasChanged, reason, item.title]);
  const isNews = hasChanged || status.kind !== 'downloaded';
  return <p>{isNews && announcement(item.title, status)}</p>;
});
