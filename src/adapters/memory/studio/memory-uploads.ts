import type { ContentId } from '../../../domain/catalogue/content.ts';
import type { Draft, Drafts } from '../../../ports/studio/drafts.ts';
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

/** Drafts in memory. */
export class MemoryDrafts implements Drafts {
  private readonly stored = new Map<string, Draft>();

  load(person: string, id: ContentId): Draft | null {
    return this.stored.get(`${person} ${id}`) ?? null;
  }

  save(person: string, id: ContentId, draft: Draft): void {
    this.stored.set(`${person} ${id}`, draft);
  }

  remove(person: string, id: ContentId): void {
    this.stored.delete(`${person} ${id}`);
  }
}
