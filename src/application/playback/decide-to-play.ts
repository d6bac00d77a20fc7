import type { ContentItem } from '../../domain/catalogue/content.ts';
import { decidePlay, type PlayDecision } from '../../domain/entitlement/play-decision.ts';
import type { Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { FollowMembership } from '../entitlement/follow-membership.ts';
import { OfferSubscription } from '../entitlement/offer-subscription.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { PlayerState } from '../player-state.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { NewestTitle } from './newest-title.ts';

/** The decision about a request to play, and the newest version of the item. */
export type DecidedPlay = { readonly decision: PlayDecision; readonly item: ContentItem };

/**
 * Decides about every request to play, whatever control it comes from, and tells the listener why nothing plays
 * (ENT-23). It waits until the membership is known (ENT-30). Before it refuses a title that may have been bought
 * since it was fetched, it fetches the title again (ENT-38).
 */
export class DecideToPlay {
  static readonly inject: Inject<typeof DecideToPlay> = [
    NewestTitle,
    RefreshUser,
    FollowMembership,
    PlayerState,
    UserState,
    OfferSubscription,
    NoticesState,
    PORTS.clock,
  ];
  /** The number of the newest request that had to wait. Only this request is carried out (ENT-32). */
  private newestRequest = 0;

  constructor(
    private readonly newestTitle: NewestTitle,
    private readonly refreshUser: RefreshUser,
    private readonly followMembership: FollowMembership,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly offer: OfferSubscription,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
  ) {}

  /** True if the item may play without a request: a browser lets sound start only within the listener's gesture. */
  playsAtOnce(item: ContentItem): boolean {
    return this.user.isSignedIn && this.decisionFor(item).kind === 'play';
  }

  /** Null if a newer request has replaced this one, or if the membership could not be determined. */
  async decide(item: ContentItem): Promise<DecidedPlay | null> {
    if (this.playsAtOnce(item)) return { decision: this.decisionFor(item), item };
    this.newestRequest += 1;
    const request = this.newestRequest;
    const attempt = this.player.playConsidered(item.id);
    const decided = await this.decideWhenKnown(item);
    if (request !== this.newestRequest || !this.player.isCurrentAttempt(attempt)) return null;
    if (decided === null || decided.decision.kind === 'play') this.player.endRequest(attempt);
    else this.player.requestRefused(item.id);
    this.notify(decided);
    return decided;
  }

  /** Decides about a title that starts by itself, without a message. Null if the membership is unknown (ENT-25). */
  async decideSilently(item: ContentItem): Promise<PlayDecision | null> {
    const { kind } = await this.refreshUser.known();
    const decision = this.decisionFor(item);
    return kind === 'unknown' && decision.kind === 'offer' ? null : decision;
  }

  /** Decides about a download by the rule of the Play click, and tells the listener why not (DOWN-1). */
  async allowsDownload(item: ContentItem): Promise<boolean> {
    const { kind } = await this.refreshUser.known();
    const decided = kind === 'unknown' ? null : { decision: this.decisionFor(item), item };
    this.notify(decided);
    return decided?.decision.kind === 'play';
  }

  private decisionFor(item: ContentItem): PlayDecision {
    return decidePlay(this.user.user, item, this.clock.now());
  }

  private async decideWhenKnown(item: ContentItem): Promise<DecidedPlay | null> {
    const listener = await this.refreshUser.known();
    const decision = this.decisionFor(item);
    if (listener.kind === 'unknown') {
      // A decision that does not depend on the membership is valid (ENT-31).
      return decision.kind === 'offer' ? null : { decision, item };
    }
    const mayHaveChanged = this.followMembership.expectsPurchase || this.player.isCurrentAudio(item);
    if (decision.kind === 'play' || !mayHaveChanged) return { decision, item };
    // The listener may have paid since the first fetch.
    const [newest] = await Promise.all([this.newestTitle.refetch(item), this.refreshUser.refresh()]);
    this.newestTitle.update(newest);
    return { decision: this.decisionFor(newest), item: newest };
  }

  private notify(decided: DecidedPlay | null): void {
    if (decided === null) {
      this.notices.post(MESSAGES.membershipUnknown);
      return;
    }
    const { decision, item } = decided;
    if (decision.kind === 'offer') this.offer.showFor(item);
    if (decision.kind === 'nothing') this.notices.refused(decision.reason, item.validity.from);
  }
}
