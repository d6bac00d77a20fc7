import type { LocalFile } from '../../../ports/studio/studio-api.ts';
import type { RunningUpload, UploadEvents, Uploads } from '../../../ports/studio/uploads.ts';

type Started = {
  readonly file: LocalFile;
  readonly path: string;
  readonly events: UploadEvents;
  isCancelled: boolean;
};

/** Uploads in memory. A test sends their events. */
export class MemoryUploads implements Uploads {
  /** Every upload that was started, in order, with its events to be sent. */
  started: readonly Started[] = [];

  start(file: LocalFile, path: string, events: UploadEvents): RunningUpload {
    const upload: Started = { file, path, events, isCancelled: false };
    this.started = [...this.started, upload];
    return {
      cancel: () => {
        upload.isCancelled = true;
      },
    };
  }
}
