import {
  changeUser,
  ControlMessage,
  destroy,
  FullScreenMessage,
  handleBrazeAction,
  InAppMessage as VendorMessage,
  initialize,
  logCustomEvent,
  logInAppMessageButtonClick,
  logInAppMessageClick,
  logInAppMessageHtmlClick,
  logInAppMessageImpression,
  HtmlMessage,
  isInitialized,
  ModalMessage,
  openSession,
  requestImmediateDataFlush,
  setLogger,
  subscribeToInAppMessage,
  subscribeToSdkAuthenticationFailures,
  wipeData,
} from '@braze/web-sdk';
import type { InAppMessageButton } from '@braze/web-sdk';
import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Log } from '../../ports/log.ts';
import { readBrazeActions } from './braze-actions.ts';
import { readMessage, type MessageRules } from './vendor-messages.ts';

/** The service as the configuration names it (contract 2). */
export type BrazeService = {
  readonly apiKey: string;
  readonly baseUrl: string;
};

export type BrazeDependencies = {
  readonly log: Log;
  readonly rules: MessageRules;
  readonly arrived: (message: InAppMessage) => void;
};

/** Section 9, messaging service. */
const OPTIONS = {
  sessionTimeoutInSeconds: 1800,
  minimumIntervalBetweenTriggerActionsInSeconds: 30,
  // Nothing is fetched from elsewhere, and no push: the product has none.
  doNotLoadFontAwesome: true,
  manageServiceWorkerExternally: true,
  disablePushTokenMaintenance: true,
  // What it keeps goes with no request.
  noCookies: true,
  enableLogging: true,
} as const;

type Shown = {
  readonly vendor: VendorMessage;
  /** Keys of the buttons that were used, and an empty one for the message itself. */
  readonly clicks: Set<string>;
};

const VENDOR_FAULT = /^Braze SDK (?:Warning|Error): (?<sentence>.*)$/s;

/**
 * The library, set up for this product. There is one of it in a page, so this is not to be made twice.
 *
 * @throws when the library refuses its key or address, or the browser is a crawler
 */
export class BrazeClient {
  private readonly shownMessages = new WeakMap<InAppMessage, Shown>();
  private count = 0;

  constructor(
    private readonly service: BrazeService,
    private readonly world: BrazeDependencies,
  ) {
    this.start();
  }

  /** Who listens now; the library refuses an id that is empty or longer than it takes (section 5). */
  identify(id: UserId): void {
    this.start();
    changeUser(id);
    openSession();
  }

  record({ name, properties }: TrackingEvent): void {
    this.start();
    logCustomEvent(name, { ...properties });
  }

  shown(message: InAppMessage): void {
    const shown = this.shownMessages.get(message);
    if (shown !== undefined) logInAppMessageImpression(shown.vendor);
  }

  clicked(message: InAppMessage, button: MessageButton | null): void {
    const shown = this.shownMessages.get(message);
    const key = button?.key ?? '';
    if (shown === undefined || shown.clicks.has(key)) return;
    shown.clicks.add(key);
    const { vendor } = shown;
    if (vendor instanceof HtmlMessage) {
      logInAppMessageHtmlClick(vendor, button?.key, button?.action.url ?? undefined);
      return;
    }
    const used = button === null ? undefined : buttonsOf(vendor)[Number(button.key)];
    if (used === undefined) logInAppMessageClick(vendor);
    else logInAppMessageButtonClick(used, vendor);
    const commands = commandsOf(used ?? vendor);
    if (commands !== null) handleBrazeAction(commands);
  }

  /** What happened is sent as the listener's own; then everything is forgotten, the device with it. */
  reset(): void {
    if (!isInitialized()) return;
    requestImmediateDataFlush();
    this.stop();
  }

  /** Forgets everything, and sends nothing of it. */
  stop(): void {
    wipeData();
    destroy();
  }

  private start(): void {
    if (isInitialized()) return;
    setLogger((line) => this.tell(line));
    // A slash at the end would double: the library puts its own behind.
    const baseUrl = this.service.baseUrl.replace(/\/+$/, '');
    if (!initialize(this.service.apiKey, { ...OPTIONS, baseUrl })) {
      throw new Error('The messaging library refused to start');
    }
    subscribeToInAppMessage((message) => this.arrived(message));
    subscribeToSdkAuthenticationFailures(({ errorCode }) => {
      this.world.log.warn('Messaging was not authenticated', { code: errorCode });
    });
  }

  private arrived(vendor: VendorMessage | ControlMessage): void {
    // Nothing is shown to this part of a comparison; that it would have been is what counts.
    if (vendor instanceof ControlMessage) {
      logInAppMessageImpression(vendor);
      return;
    }
    this.count += 1;
    const message = readMessage(vendor, `${vendor.triggerId ?? ''}#${this.count}`, this.world.rules);
    if (message === null) return;
    this.shownMessages.set(message, { vendor, clicks: new Set() });
    this.world.arrived(message);
  }

  /** Section 8: what the service answers is logged only. */
  private tell(line: string): void {
    const sentence = VENDOR_FAULT.exec(line)?.groups?.['sentence'];
    if (sentence !== undefined) this.world.log.warn('Messaging', { says: sentence });
  }
}

/** What a click has the library do beside following a link; null where that is nothing. */
const commandsOf = (clicked: VendorMessage | InAppMessageButton): string | null => {
  if (!('clickAction' in clicked) || clicked.clickAction !== VendorMessage.ClickAction.URI) return null;
  return readBrazeActions(clicked.uri)?.commands ?? null;
};

const buttonsOf = (vendor: VendorMessage) =>
  vendor instanceof ModalMessage || vendor instanceof FullScreenMessage ? vendor.buttons : [];
