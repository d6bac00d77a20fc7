import type { Brand } from './brand.ts';
import type { Milliseconds } from './time.ts';

/** The id of an in-app message. */
export type MessageId = Brand<string, 'MessageId'>;
/** Brands a text as the id of an in-app message. */
export const messageId = (value: string): MessageId => value as MessageId;

/** The action of a click on a message, which also closes the message. `url` is http or https, or null for no action. */
export type MessageAction = { readonly url: string | null; readonly opensNewTab: boolean };

/** A button of an in-app message. */
export type MessageButton = {
  /** Identifies the button in its message. */
  readonly key: string;
  readonly text: string;
  readonly action: MessageAction;
};

type Common = {
  readonly id: MessageId;
  /** How long the message is shown. Null: until the listener closes it. */
  readonly duration: Milliseconds | null;
};

/** Text, a picture and buttons, shown in the product's own style. */
export type WordedMessage = Common & {
  readonly kind: 'slide-up' | 'modal' | 'full';
  readonly slidesFrom: 'top' | 'bottom';
  /** Empty if there is none. */
  readonly header: string;
  readonly text: string;
  readonly imageUrl: string | null;
  /** The action of a click on the message itself. Null for none. */
  readonly action: MessageAction | null;
  readonly buttons: readonly MessageButton[];
};

/** An HTML document. It is shown in a frame that cannot access the app. */
export type HtmlMessage = Common & {
  readonly kind: 'html';
  readonly html: string;
  /** The origins from which it may load pictures. */
  readonly imageOrigins: readonly string[];
  readonly mayRunScripts: boolean;
};

/**
 * A message of the engagement-messaging service: slide-up, modal, styled modal (shown as a modal), full screen or
 * HTML (MSG-13).
 */
export type InAppMessage = WordedMessage | HtmlMessage;
