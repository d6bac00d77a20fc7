import type { AppFailure } from '../../domain/downloads/download.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { OfflineApp } from '../../ports/offline-app.ts';

/** An app that is stored at once, until a test changes that. */
export class MemoryOfflineApp implements OfflineApp {
  /** Why the files cannot be stored; null if they can. */
  refusal: AppFailure | null = null;
  /** How often the files were to be stored. */
  attempts = 0;

  constructor(private isThere = true) {}

  isStored(): boolean {
    return this.isThere;
  }

  async store(): Promise<Result<void, { readonly kind: AppFailure }>> {
    this.attempts += 1;
    if (this.refusal !== null) return failed({ kind: this.refusal });
    this.isThere = true;
    return ok(undefined);
  }
}
