import { message, type Message } from '../domain/message.ts';
import type { PlayDecision } from '../domain/entitlement/play-decision.ts';
import type { Bound } from '../domain/time.ts';

/** Why a title cannot be played by anybody now. */
export type Refusal = Extract<PlayDecision, { readonly kind: 'nothing' }>['reason'];

/**
 * Something that the listener has to know now: an alert or the news of a success with its sentences, or a note that says why a
 * title did not play, and from when on it can be played.
 */
export type Notice = { readonly id: number } & (
  | { readonly kind: 'alert' | 'success'; readonly sentences: readonly Message[] }
  | { readonly kind: 'refusal'; readonly reason: Refusal; readonly from: Bound }
);

/** Alerts and notes in the page, oldest first. */
export class NoticesState {
  notices: readonly Notice[] = [];
  private lastId = 0;

  /** A text that is already shown is not added again. */
  post(...sentences: readonly Message[]): void {
    this.add('alert', sentences);
  }

  /** Says that something was done. A screen reader reads it without an interruption (APP-19). */
  inform(...sentences: readonly Message[]): void {
    this.add('success', sentences);
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

  private add(kind: 'alert' | 'success', sentences: readonly Message[]): void {
    const shown = JSON.stringify(sentences);
    if (this.notices.some((each) => each.kind === kind && JSON.stringify(each.sentences) === shown)) return;
    this.notices = [...this.notices, { id: this.nextId(), kind, sentences }];
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}

/** The texts that the listener sees when something fails. */
export const MESSAGES = {
  browseFailed: message('There was a problem retrieving the catalog. Please refresh the page and try again.'),
  playFailed: message('Sorry, the audio could not be played.'),
  loadFailed: message('The audio could not be loaded'),
  listFailed: message('This list could not be loaded. Please try again.'),
  pageFailed: message('This page could not be loaded. Please try again.'),
  itemNotFound: message('This title is no longer in the catalog.'),
  notFound: message('There is nothing here any more.'),
  saveFailed: message('Your change could not be saved. Please try again.'),
  unreachable: message('You seem to be offline. Trying again as soon as the connection is back.'),
  emailEmpty: message('Email cannot be empty'),
  nameEmpty: message('Name cannot be empty'),
  notAuthenticated: message('User is not authenticated'),
  membershipUnknown: message('Your membership could not be checked. Please try again.'),
  startAgain: message('Please start again.'),
  codeNotSent: message('The code could not be sent. Please try again.'),
  notKept: message('This browser cannot keep anything more: what you do here is forgotten when you leave.'),
} as const;
