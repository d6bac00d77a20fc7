import type { TransferProgress } from '../../domain/downloads/download.ts';
import type { Result } from '../../domain/result.ts';
import type { FileId, TransferFailure } from '../../ports/download-files.ts';

/** What the page tells its worker. `id` numbers the transfers of the page. */
export type ToWorker =
  | { readonly kind: 'transfer'; readonly id: number; readonly file: FileId; readonly address: string }
  | { readonly kind: 'cancel'; readonly id: number };

/** What the worker tells its page. */
export type FromWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: TransferProgress }
  | {
      readonly kind: 'ended';
      readonly id: number;
      readonly result: Result<{ readonly bytes: number }, TransferFailure>;
    };
