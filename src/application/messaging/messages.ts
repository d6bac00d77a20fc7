import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { Messaging } from '../../ports/messaging.ts';
import type { Subscription, Log, KeyValueStore } from '../../ports/platform.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The messages of the messaging service that the listener has not closed yet, oldest first. */
export class MessagesState {
  private waiting: readonly InAppMessage[] = [];

  /** The message to show; null if there is none (MSG-14). */
  get message(): InAppMessage | null {
    return this.waiting[0] ?? null;
  }

  add(message: InAppMessage): void {
    this.waiting = [...this.waiting, message];
  }

  close(message: InAppMessage): void {
    this.waiting = this.waiting.filter((other) => other.id !== message.id);
  }

  reset(): void {
    this.waiting = [];
  }
}

/**
 * In-app messages. Adds those for a signed-in listener to the queue, as the only subscriber of the messaging service
 * (MSG-26). Records that a message was shown or clicked, and closes it.
 */
export class Messages {
  static readonly inject: Inject<typeof Messages> = [PORTS.messaging, MessagesState, UserState];

  constructor(
    private readonly messaging: Messaging,
    private readonly messages: MessagesState,
    private readonly user: UserState,
  ) {}

  start(): Subscription {
    return this.messaging.messages.subscribe((message) => {
      // A message may arrive after the listener has signed out.
      if (this.user.isSignedIn) this.messages.add(message);
    });
  }

  recordShown(message: InAppMessage): void {
    this.messaging.recordImpression(message);
  }

  /** A click on a button, or with null on the message itself, also closes it. */
  recordClick(message: InAppMessage, button: MessageButton | null): void {
    this.messaging.recordClick(message, button);
    this.close(message);
  }

  close(message: InAppMessage): void {
    this.messages.close(message);
  }
}

/** Whether the invitation to the mobile app is open or collapsed. */
export class AppInvitationState {
  isOpen = true;

  collapse(): void {
    this.isOpen = false;
  }

  expand(): void {
    this.isOpen = true;
  }
}

/** Belongs to the browser and not to a listener, so it stays after a sign-out. */
const KEY = 'app-invitation';

const COLLAPSED = 'folded';

/** Opens and closes the invitation to the mobile app. It is open at first, and later as the listener left it. */
export class InviteToApp {
  static readonly inject: Inject<typeof InviteToApp> = [PORTS.store, AppInvitationState, PORTS.log];

  constructor(
    private readonly store: KeyValueStore,
    private readonly invitation: AppInvitationState,
    private readonly log: Log,
  ) {}

  restore(): void {
    if (this.store.get(KEY) === COLLAPSED) this.invitation.collapse();
  }

  close(): void {
    this.invitation.collapse();
    const stored = this.store.set(KEY, COLLAPSED);
    if (!stored.ok) this.log.warn('The closed invitation could not be saved', { kind: stored.error.kind });
  }

  open(): void {
    this.invitation.expand();
    this.store.delete(KEY);
  }
}
