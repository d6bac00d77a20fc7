import {
  FullScreenMessage,
  HtmlMessage,
  InAppMessage,
  ModalMessage,
  SlideUpMessage,
  type InAppMessageButton,
} from '@braze/web-sdk';
import {
  messageId,
  type InAppMessage as Message,
  type MessageAction,
  type MessageButton,
  type WordedMessage,
} from '../../domain/messaging.ts';
import { milliseconds } from '../../domain/time.ts';
import * as v from 'valibot';

/** The actions of a `brazeActions:` link. */
type BrazeActions = {
  readonly asksForPush: boolean;
  /** The link to follow. It may have any scheme. Null if there is none. */
  readonly link: { readonly address: string; readonly opensNewTab: boolean } | null;
  /** A `brazeActions:` link with the steps that the vendor's library carries out. Null if there are none. */
  readonly commands: string | null;
};

/** Matches the links that the vendor's library reads as `brazeActions:` links. */
const SCHEME = /^brazeActions:\/\/v\d+\//;

const stepSchema = v.object({
  type: v.string(),
  steps: v.fallback(v.array(v.unknown()), []),
  args: v.fallback(v.array(v.unknown()), []),
});

type Step = v.InferOutput<typeof stepSchema> & { readonly raw: unknown };

/** Returns the steps of a command, in order. Containers may be nested. */
function stepsOf(command: unknown): readonly Step[] {
  const parsed = v.safeParse(stepSchema, command);
  if (!parsed.success) return [];
  return parsed.output.type === 'container'
    ? parsed.output.steps.flatMap(stepsOf)
    : [{ ...parsed.output, raw: command }];
}

/** The vendor writes JSON in UTF-16, encoded as base64url. */
function decode(uri: string): unknown {
  try {
    const base64 = uri.replace(SCHEME, '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-16le').decode(bytes));
  } catch {
    return null;
  }
}

function encode(steps: readonly unknown[]): string {
  const json = JSON.stringify({ type: 'container', steps });
  const units = Uint16Array.from({ length: json.length }, (_, index) => json.charCodeAt(index));
  const bytes = Array.from(new Uint8Array(units.buffer), (byte) => String.fromCharCode(byte)).join('');
  return `brazeActions://v1/${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_')}`;
}

const isLink = ({ type }: Step): boolean => type === 'openLink' || type === 'openLinkInWebView';

/**
 * Reads a `brazeActions:` link. The app follows its links, because the library would leave the page and follow every
 * scheme. The library carries out the other steps.
 *
 * @returns null for any other address
 */
export function readBrazeActions(uri: string | undefined): BrazeActions | null {
  if (uri === undefined || !SCHEME.test(uri)) return null;
  const steps = stepsOf(decode(uri));
  const [address, opensNewTab] = steps.findLast(isLink)?.args ?? [];
  const commands = steps.filter((step) => !isLink(step) && step.type !== 'requestPushPermission');
  return {
    asksForPush: steps.some(({ type }) => type === 'requestPushPermission'),
    link: typeof address === 'string' ? { address, opensNewTab: opensNewTab === true } : null,
    commands: commands.length === 0 ? null : encode(commands.map(({ raw }) => raw)),
  };
}

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
