import type { ServicesOf } from '../service-table.ts';
import { DownloadAudio } from './download-audio.ts';
import { DownloadsState } from './downloads-state.ts';
import { DownloadedFiles } from './downloaded-files.ts';
import { FollowDownloads } from './follow-downloads.ts';
import { DownloadedAudio } from './downloaded-audio.ts';

/** What the views may use of downloads. The code loads when a view first opens it. */
export const downloadsServices = {
  downloads: DownloadsState,
  downloadAudio: DownloadAudio,
  downloadedFiles: DownloadedFiles,
  followDownloads: FollowDownloads,
  downloadedAudio: DownloadedAudio,
};

export type DownloadsServices = ServicesOf<typeof downloadsServices>;
