import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { MessagesState } from './messages.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Records that an in-app message was shown or clicked, and closes it. */
export class AnswerMessage {
  static readonly inject: Inject<typeof AnswerMessage> = [PORTS.messaging, MessagesState];

  constructor(
    private readonly messaging: Messaging,
    private readonly messages: MessagesState,
  ) {}

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
