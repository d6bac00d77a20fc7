import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { DownloadsState } from '../../../application/downloads/downloads-state.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { StoredCoverContext } from '../../components/cover/stored-cover-context.ts';

type StoredCoverProps = {
  readonly downloads: DownloadsState;
  readonly item: ContentItem;
  readonly children: ReactNode;
};

/** Shows the stored cover of a download in the covers inside, so that no network is needed (DOWN-56). */
export const StoredCover = observer(function StoredCover({ downloads, item, children }: StoredCoverProps) {
  return <StoredCoverContext value={downloads.coverOf(item.id)}>{children}</StoredCoverContext>;
});
