import type { PlayDecision } from '../domain/entitlement/play-decision.ts';
import type { Bound } from '../domain/time.ts';

/** Why a title cannot be played by anybody now. */
export type Refusal = Extract<PlayDecision, { readonly kind: 'nothing' }>['reason'];

/**
 * Something that the listener has to know now: an alert with its text, or a note that says why a title did not play,
 * and from when on it can be played.
 */
export type Notice = { readonly id: number } & (
  | { readonly kind: 'alert'; readonly text: string }
  | { readonly kind: 'refusal'; readonly reason: Refusal; readonly from: Bound }
);

/** Alerts and notes in the page, oldest first. */
export class NoticesState {
  notices: readonly Notice[] = [];
  private lastId = 0;

  /** A text that is already shown is not added again. */
  post(text: string): void {
    if (this.notices.some((notice) => notice.kind === 'alert' && notice.text === text)) return;
    this.notices = [...this.notices, { id: this.nextId(), kind: 'alert', text }];
  }

  /** The newest refusal replaces an older one under a new id, so that screen readers read it again. */
  refused(reason: Refusal, from: Bound): void {
    const others = this.notices.filter(({ kind }) => kind !== 'refusal');
    this.notices = [...others, { id: this.nextId(), kind: 'refusal', reason, from }];
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  reset(): void {
    this.notices = [];
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}
