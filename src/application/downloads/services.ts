import type { ServicesOf } from '../service-table.ts';
import { CancelDownload } from './cancel-download.ts';
import { DownloadAudio } from './download-audio.ts';
import { DownloadsState } from './downloads-state.ts';
import { KeepDownloads } from './keep-downloads.ts';
import { LoadDownload } from './load-download.ts';
import { MeasureSpace } from './measure-space.ts';
import { RemoveAllDownloads } from './remove-all-downloads.ts';
import { RemoveDownload } from './remove-download.ts';
import { SetRemovesHeard } from './set-removes-heard.ts';
import { StopDownload } from './stop-download.ts';

/** What the views may use of downloads. The code loads when a view first opens it. */
export const downloadsServices = {
  downloads: DownloadsState,
  downloadAudio: DownloadAudio,
  cancelDownload: CancelDownload,
  stopDownload: StopDownload,
  removeDownload: RemoveDownload,
  removeAllDownloads: RemoveAllDownloads,
  keepDownloads: KeepDownloads,
  loadDownload: LoadDownload,
  measureSpace: MeasureSpace,
  setRemovesHeard: SetRemovesHeard,
};

export type DownloadsServices = ServicesOf<typeof downloadsServices>;
