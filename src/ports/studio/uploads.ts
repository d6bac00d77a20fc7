import type { LocalFile } from './studio-api.ts';

/** What becomes of an upload. */
export type UploadEvents = {
  /** @param sent bytes that have arrived at the provider, also in earlier attempts */
  progressed(sent: number): void;
  done(): void;
  /** `message` says why, for the person who chose the file. */
  failed(failure: { readonly message: string; readonly isRefused: boolean }): void;
};

/** An upload that has started. */
export type RunningUpload = {
  /** Stops the upload and deletes what has arrived. */
  cancel(): void;
};

/** Sends files to the provider. An interrupted upload of the same file goes on where it stopped. */
export interface Uploads {
  /**
   * Starts to send a file. `events` tells what becomes of it.
   *
   * @param path the path of the file in its folder, with slashes; the bare name of a single file
   */
  start(file: LocalFile, path: string, events: UploadEvents): RunningUpload;
}
