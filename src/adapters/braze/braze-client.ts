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
  type InAppMessageButton,
} from '@braze/web-sdk';
import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Log } from '../../ports/platform.ts';
import { readBrazeActions, readMessage, type MessageRules } from './vendor-messages.ts';

/** The messaging service, as the configuration names it. */
export type BrazeService = {
  readonly apiKey: string;
  readonly baseUrl: string;
};

export type BrazeDependencies = {
  readonly log: Log;
  readonly rules: MessageRules;
  readonly arrived: (message: InAppMessage) => void;
};

/** Start options of the library (MSG-8, MSG-16, MSG-25). */
const OPTIONS = {
  sessionTimeoutInSeconds: 1800,
  minimumIntervalBetweenTriggerActionsInSeconds: 30,
  // The library fetches nothing from other hosts. The product has no push messages (MSG-23).
  doNotLoadFontAwesome: true,
  manageServiceWorkerExternally: true,
  disablePushTokenMaintenance: true,
  // Without cookies, requests do not carry the library's data.
  noCookies: true,
  enableLogging: true,
} as const;

type Shown = {
  readonly vendor: VendorMessage;
  /** Keys of the clicked buttons. The empty key means the message itself. */
  readonly clicks: Set<string>;
};

const VENDOR_FAULT = /^Braze SDK (?:Warning|Error): (?<sentence>.*)$/s;

/**
 * The vendor's library, set up for this product. The library exists once in a page, so make only one client.
 *
 * @throws when the library refuses its key or address, or the browser is a crawler (MSG-3)
 */
export class BrazeClient {
  private readonly shownMessages = new WeakMap<InAppMessage, Shown>();
  private count = 0;

  constructor(
    private readonly service: BrazeService,
    private readonly dependencies: BrazeDependencies,
  ) {
    this.start();
  }

  /** Sets the listener's id. The library refuses an id that is empty or too long (MSG-7, MSG-2, MSG-6, MSG-12). */
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
    const vendorButton = button === null ? undefined : buttonsOf(vendor)[Number(button.key)];
    if (vendorButton === undefined) logInAppMessageClick(vendor);
    else logInAppMessageButtonClick(vendorButton, vendor);
    const commands = commandsOf(vendorButton ?? vendor);
    if (commands !== null) handleBrazeAction(commands);
  }

  /** Sends waiting events under the listener's id. Then deletes all data, including the device (MSG-9, MSG-28, MSG-29, MSG-30). */
  reset(): void {
    if (!isInitialized()) return;
    requestImmediateDataFlush();
    this.stop();
  }

  /** Deletes all data and sends nothing (ANA-28). */
  stop(): void {
    wipeData();
    destroy();
  }

  private start(): void {
    if (isInitialized()) return;
    setLogger((line) => this.logFault(line));
    // The library adds a slash itself.
    const baseUrl = this.service.baseUrl.replace(/\/+$/, '');
    if (!initialize(this.service.apiKey, { ...OPTIONS, baseUrl })) {
      throw new Error('The messaging library refused to start');
    }
    subscribeToInAppMessage((message) => this.arrived(message));
    subscribeToSdkAuthenticationFailures(({ errorCode }) => {
      this.dependencies.log.warn('Messaging was not authenticated', { code: errorCode });
    });
  }

  private arrived(vendor: VendorMessage | ControlMessage): void {
    // A listener in the control group is counted but sees no message (MSG-17).
    if (vendor instanceof ControlMessage) {
      logInAppMessageImpression(vendor);
      return;
    }
    this.count += 1;
    const message = readMessage(vendor, `${vendor.triggerId ?? ''}#${this.count}`, this.dependencies.rules);
    if (message === null) return;
    this.shownMessages.set(message, { vendor, clicks: new Set() });
    this.dependencies.arrived(message);
  }

  /** Logs faults of the service; the listener does not see them (MSG-27). */
  private logFault(line: string): void {
    const sentence = VENDOR_FAULT.exec(line)?.groups?.['sentence'];
    if (sentence !== undefined) this.dependencies.log.warn('Messaging', { says: sentence });
  }
}

/** The vendor actions of a click, apart from following a link (MSG-24); null if there are none. */
const commandsOf = (clicked: VendorMessage | InAppMessageButton): string | null => {
  if (!('clickAction' in clicked) || clicked.clickAction !== VendorMessage.ClickAction.URI) return null;
  return readBrazeActions(clicked.uri)?.commands ?? null;
};

const buttonsOf = (vendor: VendorMessage) =>
  vendor instanceof ModalMessage || vendor instanceof FullScreenMessage ? vendor.buttons : [];
