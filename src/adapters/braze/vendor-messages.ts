import { FullScreenMessage, HtmlMessage, InAppMessage, ModalMessage, SlideUpMessage } from '@braze/web-sdk';
import type { InAppMessageButton } from '@braze/web-sdk';
import { messageId } from '../../domain/messaging.ts';
import type {
  InAppMessage as Message,
  MessageAction,
  MessageButton,
  WordedMessage,
} from '../../domain/messaging.ts';
import { milliseconds } from '../../domain/time.ts';
import { readBrazeActions } from './braze-actions.ts';

/** Rules for how a message may be shown. */
export type MessageRules = {
  /** The page's own origin. Relative addresses are resolved against it. */
  readonly origin: string;
  /** Origins that pictures may come from, as in the Content Security Policy (MSG-20). */
  readonly imageOrigins: readonly string[];
  /** True if scripts of HTML messages may run (MSG-22). */
  readonly htmlScripts: boolean;
};

type Clickable = {
  readonly clickAction: string;
  readonly uri?: string | undefined;
  readonly openTarget: string;
};

/** True if a click would ask for push messages, which this product does not have (MSG-23). */
const asksForPush = ({ clickAction, uri }: Omit<Clickable, 'openTarget'>): boolean =>
  clickAction === InAppMessage.ClickAction.URI && readBrazeActions(uri)?.asksForPush === true;

/** Only http and https addresses are followed (MSG-19). */
function webUrl(address: string | undefined, origin: string): URL | null {
  const url = address === undefined || address === '' ? null : URL.parse(address, origin);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

function actionOf({ clickAction, uri, openTarget }: Clickable, origin: string): MessageAction {
  const actions = readBrazeActions(uri);
  const link =
    actions === null
      ? { address: uri, opensNewTab: openTarget === InAppMessage.OpenTarget.BLANK }
      : actions.link;
  const isLink = clickAction === InAppMessage.ClickAction.URI;
  return {
    url: isLink ? (webUrl(link?.address, origin)?.href ?? null) : null,
    opensNewTab: link?.opensNewTab === true,
  };
}

const buttonOf =
  (openTarget: string, origin: string) =>
  ({ text, clickAction, uri }: InAppMessageButton, index: number): readonly MessageButton[] =>
    asksForPush({ clickAction, uri })
      ? []
      : [{ key: String(index), text, action: actionOf({ clickAction, uri, openTarget }, origin) }];

const durationOf = ({ dismissType, duration }: InAppMessage) =>
  dismissType === InAppMessage.DismissType.AUTO_DISMISS ? milliseconds(duration) : null;

type Worded = SlideUpMessage | ModalMessage | FullScreenMessage;

function worded(
  message: Worded,
  kind: WordedMessage['kind'],
  id: string,
  rules: MessageRules,
): WordedMessage {
  const { origin, imageOrigins } = rules;
  const image = webUrl(message.imageUrl, origin);
  const isSlideUp = message instanceof SlideUpMessage;
  const buttons = isSlideUp ? [] : message.buttons.flatMap(buttonOf(message.openTarget, origin));
  const isLink = message.clickAction === InAppMessage.ClickAction.URI && !asksForPush(message);
  return {
    id: messageId(id),
    kind,
    duration: durationOf(message),
    slidesFrom: isSlideUp && message.slideFrom === InAppMessage.SlideFrom.TOP ? 'top' : 'bottom',
    header: isSlideUp ? '' : (message.header ?? ''),
    text: message.message ?? '',
    imageUrl: image !== null && imageOrigins.includes(image.origin) ? image.href : null,
    // In a message with buttons, only the buttons can be clicked.
    action: isLink && buttons.length === 0 ? actionOf(message, origin) : null,
    buttons,
  };
}

/**
 * Translates the vendor's message into the product's own type (MSG-13, MSG-19, MSG-20, MSG-23).
 *
 * @param id identifies this display of the message
 * @returns null for an unknown type of message
 */
export function readMessage(message: InAppMessage, id: string, rules: MessageRules): Message | null {
  if (message instanceof SlideUpMessage) return worded(message, 'slide-up', id, rules);
  if (message instanceof ModalMessage) return worded(message, 'modal', id, rules);
  if (message instanceof FullScreenMessage) return worded(message, 'full', id, rules);
  if (message instanceof HtmlMessage) {
    const style = message.css === undefined ? '' : `<style>${message.css}</style>`;
    return {
      id: messageId(id),
      kind: 'html',
      duration: durationOf(message),
      html: style + (message.message ?? ''),
      imageOrigins: rules.imageOrigins,
      mayRunScripts: rules.htmlScripts,
    };
  }
  return null;
}
