import type { Inject } from '../../ports/tokens.ts';
import { RemoveHeard } from './remove-heard.ts';
import { StoredDownloads } from './stored-downloads.ts';

/** Turns the removal of heard episodes and titles on or off (DOWN-10). */
export class SetRemovesHeard {
  static readonly inject: Inject<typeof SetRemovesHeard> = [StoredDownloads, RemoveHeard];

  constructor(
    private readonly stored: StoredDownloads,
    private readonly removeHeard: RemoveHeard,
  ) {}

  set(removesHeard: boolean): void {
    this.stored.saveSettings({ ...this.stored.settings, removesHeard });
    void this.removeHeard.remove();
  }
}
