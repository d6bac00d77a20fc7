import type { AppFailure, DownloadFailure } from '../../domain/downloads/download.ts';

/** The texts that the listener sees when a download fails. They load with the code of downloads (DOWN-52). */
export const DOWNLOAD_MESSAGES = {
  full: 'There is no more room in this browser. Remove a download, and try again.',
  blocked: 'This browser keeps no downloads, perhaps because the window is private.',
  unreachable: 'The download was interrupted. Please try again.',
  gone: 'The provider no longer has this audio.',
  changed: 'The audio changed while it was downloaded. Please try again.',
  'not-allowed': 'This audio may not be downloaded.',
  'app-full':
    'There is no room to store the app itself, so it does not open without a network. Remove a download, and try again.',
  'app-blocked':
    'This browser does not store the app itself, perhaps because the window is private. So it does not open without a network.',
  notLoaded: 'The download could not be started. Please try again.',
  evicted: 'This browser has removed some downloads to make room.',
  paused: 'Your membership has to be checked every 30 days. Connect once, and this plays again.',
} as const satisfies Record<DownloadFailure | AppFailure, string> & Record<string, string>;
