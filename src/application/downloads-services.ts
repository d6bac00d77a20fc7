import type { ServicesOf } from './service-table.ts';
import { DownloadAudio } from './download-audio.ts';
import { DownloadsState } from './downloads/downloads-state.ts';
import { DownloadedFiles } from './downloads/downloaded-files.ts';
import { FollowDownloads } from './downloads/follow-downloads.ts';
import { DownloadedAudio } from './downloads/downloaded-audio.ts';

/** What the views may use of downloads. The code loads when a view first opens it. */
export const downloadsServices = {
  downloads: DownloadsState,
  downloadAudio: DownloadAudio,
  downloadedFiles: DownloadedFiles,
  followDownloads: FollowDownloads,
  downloadedAudio: DownloadedAudio,
};

export type DownloadsServices = ServicesOf<typeof downloadsServices>;
