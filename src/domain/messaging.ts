import type { Brand } from './brand.ts';
import type { Milliseconds } from './time.ts';

export type MessageId = Brand<string, 'MessageId'>;
export const messageId = (value: string): MessageId => value as MessageId;

/** What a click on a message does: it always closes it. `url` is http or https, or null: nothing more. */
export type MessageAction = { readonly url: string | null; readonly opensNewTab: boolean };

export type MessageButton = {
  /** Tells it from the others of its message. */
  readonly key: string;
  readonly text: string;
  readonly action: MessageAction;
};

type Common = {
  readonly id: MessageId;
  /** How long it stands by itself; null: until the listener closes it. */
  readonly duration: Milliseconds | null;
};

/** Words, a picture and buttons, shown in the product's own look. */
export type WordedMessage = Common & {
  readonly kind: 'slide-up' | 'modal' | 'full';
  readonly slidesFrom: 'top' | 'bottom';
  /** Empty where there is none. */
  readonly header: string;
  readonly text: string;
  readonly imageUrl: string | null;
  /** What a click on the message itself does; null where it does nothing. */
  readonly action: MessageAction | null;
  readonly buttons: readonly MessageButton[];
};

/** A document of its own, to be shown in a frame that can reach nothing of the app. */
export type HtmlMessage = Common & {
  readonly kind: 'html';
  readonly html: string;
  /** Where its pictures may come from. */
  readonly imageOrigins: readonly string[];
  readonly mayRunScripts: boolean;
};

/**
 * What the engagement-messaging service tells a listener: slide-up, modal, styled modal
 * (a modal to the listener), full screen, HTML.
 */
export type InAppMessage = WordedMessage | HtmlMessage;
