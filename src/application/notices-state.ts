import type { PlayDecision } from '../domain/entitlement/play-decision.ts';
import type { Bound } from '../domain/time.ts';

/** Why a title plays for nobody at this moment. */
export type Refusal = Extract<PlayDecision, { readonly kind: 'nothing' }>['reason'];

/**
 * Something the listener has to know now: an alert, whose text is already in the listener's words, or a note that says
 * why a title did not play, and from when on it does.
 */
export type Notice = { readonly id: number } & (
  | { readonly kind: 'alert'; readonly text: string }
  | { readonly kind: 'refusal'; readonly reason: Refusal; readonly from: Bound }
);

/** Alerts and notes in the page, oldest first. */
export class NoticesState {
  notices: readonly Notice[] = [];
  private lastId = 0;

  /** The same text twice stands once. */
  post(text: string): void {
    if (this.notices.some((notice) => notice.kind === 'alert' && notice.text === text)) return;
    this.notices = [...this.notices, { id: this.nextId(), kind: 'alert', text }];
  }

  /** The newest refusal takes the place of an older one, so that it is read out again. */
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
