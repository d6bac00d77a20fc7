import { observer } from 'mobx-react-lite';
import type { ReactElement } from 'react';
import { useServices } from '../../services.ts';
import { useDownloads } from '../downloads/use-downloads.ts';

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
