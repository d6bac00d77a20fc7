import type { TransferProgress } from '../../domain/downloads/download.ts';
import type { Result } from '../../domain/result.ts';
import type { FileId, TransferFailure } from '../../ports/downloads.ts';

/** A message from the page to its worker. `id` is the number of the transfer. */
export type ToWorker =
  | {
      readonly kind: 'transfer';
      readonly id: number;
      readonly file: FileId;
      readonly address: string;
      readonly isPage: boolean;
    }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: TransferProgress }
  | {
      readonly kind: 'ended';
      readonly id: number;
      readonly result: Result<{ readonly bytes: number }, TransferFailure>;
    };
