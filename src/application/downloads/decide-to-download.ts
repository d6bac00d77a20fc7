import type { ContentItem } from '../../domain/catalogue/content.ts';
import { decidePlay } from '../../domain/entitlement/play-decision.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { OfferSubscription } from '../entitlement/offer-subscription.ts';
import { MESSAGES } from '../messages.ts';
import { NoticesState } from '../notices-state.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { DOWNLOAD_MESSAGES } from './download-messages.ts';
import { DownloadsState } from './downloads-state.ts';
import { MeasureSpace } from './measure-space.ts';

/** Decides about a request to download with the rule of the Play click, and tells the listener why not (DOWN-1). */
export class DecideToDownload {
  static readonly inject: Inject<typeof DecideToDownload> = [
    RefreshUser,
    OfferSubscription,
    MeasureSpace,
    DownloadsState,
    NoticesState,
    PORTS.clock,
  ];

  constructor(
    private readonly refreshUser: RefreshUser,
    private readonly offer: OfferSubscription,
    private readonly measureSpace: MeasureSpace,
    private readonly downloads: DownloadsState,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
  ) {}

  async allows(item: ContentItem): Promise<boolean> {
    const listener = await this.refreshUser.known();
    if (listener.kind === 'unknown') {
      this.notices.post(MESSAGES.membershipUnknown);
      return false;
    }
    const decision = decidePlay(listener.user, item, this.clock.now());
    if (decision.kind === 'offer') this.offer.showFor(item);
    if (decision.kind === 'nothing') this.notices.refused(decision.reason, item.validity.from);
    return decision.kind === 'play' && (await this.hasStore());
  }

  /** Tells the listener if this browser stores no files. Only downloads need them (DOWN-18). */
  private async hasStore(): Promise<boolean> {
    await this.measureSpace.measure();
    if (this.downloads.isSupported !== false) return true;
    this.notices.post(DOWNLOAD_MESSAGES.blocked);
    return false;
  }
}
