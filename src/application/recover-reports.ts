import { milliseconds } from '../domain/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlaybackJournal } from '../ports/playback-journal.ts';
import type { Tabs } from '../ports/tabs.ts';
import type { DeliverReports } from './deliver-reports.ts';
import type { UserState } from './state/user-state.ts';

/** A page that plays renews its draft every second; one that has not for so long is gone. */
const GONE = milliseconds(10_000);

/** Makes the reports of pages that ended without a word, from the drafts that they left, and delivers them. */
export class RecoverReports {
  constructor(
    private readonly journal: PlaybackJournal,
    private readonly deliverReports: DeliverReports,
    private readonly user: UserState,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    for (const draft of this.journal.drafts()) {
      const isGone = draft.page !== this.tabs.page && Math.abs(now - draft.at) >= GONE;
      if (!isGone || draft.listener !== this.user.user.id) continue;
      this.journal.forgetDraft(draft.page);
      const held = draft.playback === null ? null : this.journal.place(draft.playback.id);
      // Somebody has listened on since then: where they are now is told in its turn.
      const isOvertaken = held !== null && held.page !== draft.page && held.at > draft.at;
      this.deliverReports.add(isOvertaken ? { ...draft, playback: null } : draft);
    }
    await this.deliverReports.run();
  }
}
