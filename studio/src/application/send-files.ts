import type { LocalFile, RunningUpload, Uploads } from '../ports/studio-api.ts';
import type { UploadsState } from './uploads-state.ts';

/** A chosen file with its path in the chosen folder. */
export type ChosenFile = { readonly file: LocalFile; readonly path: string };

/** How many files are sent at the same time. */
const AT_ONCE = 3;

/** Sends chosen files to the provider, a few at a time (STU-14). */
export class SendFiles {
  private count = 0;
  private readonly files = new Map<number, ChosenFile>();
  private readonly running = new Map<number, RunningUpload>();

  constructor(
    private readonly uploads: Uploads,
    private readonly state: UploadsState,
    /** Called when the last file has arrived. */
    private readonly arrived: () => void,
  ) {}

  add(chosen: readonly ChosenFile[]): void {
    const items = chosen.map(({ file, path }) => {
      this.count += 1;
      this.files.set(this.count, { file, path });
      const id = this.count;
      return {
        id,
        path,
        size: file.size,
        sent: 0,
        status: 'waiting',
        message: null,
        isRefused: false,
      } as const;
    });
    this.state.add(items);
    this.startNext();
  }

  /** Stops a file, and deletes what has arrived of it. */
  cancel(id: number): void {
    this.running.get(id)?.cancel();
    this.settle(id);
    this.files.delete(id);
    this.state.remove(id);
    this.startNext();
  }

  /** Sends a failed file again, from where it stopped. */
  retry(id: number): void {
    this.state.change(id, { status: 'waiting', message: null });
    this.startNext();
  }

  private startNext(): void {
    for (const { id, status } of this.state.uploads) {
      if (this.running.size >= AT_ONCE) return;
      const chosen = this.files.get(id);
      if (status === 'waiting' && chosen !== undefined) this.start(id, chosen);
    }
  }

  private start(id: number, { file, path }: ChosenFile): void {
    this.state.change(id, { status: 'sending' });
    // A file may fail before `start` returns.
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
      this.settle(id);
    };
    const upload = this.uploads.start(file, path, {
      progressed: (sent) => this.state.change(id, { sent }),
      done: () => {
        settle();
        this.files.delete(id);
        this.state.change(id, { status: 'done', sent: file.size });
        this.startNext();
        if (!this.state.isBusy) this.arrived();
      },
      failed: ({ message, isRefused }) => {
        settle();
        this.state.change(id, { status: 'failed', message, isRefused });
        this.startNext();
      },
    });
    if (!isSettled) this.running.set(id, upload);
  }

  private settle(id: number): void {
    this.running.delete(id);
  }
}
