import type { Message } from '../../../src/domain/message.ts';
/** One chosen file. Sizes are in bytes. */
export type UploadItem = {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly sent: number;
  readonly status: 'waiting' | 'sending' | 'done' | 'failed';
  /** Why it failed. */
  readonly message: Message | null;
  /** True if the provider refused the file, so that another attempt makes no sense. */
  readonly isRefused: boolean;
};

/** The files that were chosen since the page was opened. */
export class UploadsState {
  uploads: readonly UploadItem[] = [];

  get isBusy(): boolean {
    return this.uploads.some(({ status }) => status === 'waiting' || status === 'sending');
  }

  get finished(): number {
    return this.uploads.filter(({ status }) => status === 'done').length;
  }

  add(items: readonly UploadItem[]): void {
    this.uploads = [...this.uploads, ...items];
  }

  change(id: number, changes: Partial<UploadItem>): void {
    this.uploads = this.uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload));
  }

  remove(id: number): void {
    this.uploads = this.uploads.filter((upload) => upload.id !== id);
  }

  clearSettled(): void {
    this.uploads = this.uploads.filter(({ status, isRefused }) => status !== 'done' && !isRefused);
  }
}
