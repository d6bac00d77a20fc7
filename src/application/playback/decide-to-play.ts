import type { ContentItem } from '../../domain/catalogue/content.ts';
import { decidePlay, type PlayDecision } from '../../domain/entitlement/play-decision.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentCache } from '../../ports/content-cache.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import { MESSAGES } from '../messages.ts';
import { FollowMembership } from '../entitlement/follow-membership.ts';
import { OfferSubscription } from '../entitlement/offer-subscription.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { NoticesState } from '../notices-state.ts';
import { PlayerState } from './player-state.ts';
import { UserState } from '../session/user-state.ts';
import { UpdatePlayerItem } from './update-player-item.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** What a wish to play came to, and the newest that is known of the item. */
export type DecidedPlay = { readonly decision: PlayDecision; readonly item: ContentItem };

/**
 * Decides about every wish to play, whichever control it comes from, and tells the listener why nothing plays. It waits
 * until the membership is known. Before it refuses a title that may have been bought since, it asks for it again.
 */
export class DecideToPlay {
  static readonly inject: Inject<typeof DecideToPlay> = [
    PORTS.catalogue,
    PORTS.cache,
    RefreshUser,
    FollowMembership,
    UpdatePlayerItem,
    PlayerState,
    UserState,
    OfferSubscription,
    NoticesState,
    PORTS.clock,
  ];
  /** Counts the wishes that had to wait: only the newest is carried out. */
  private waiting = 0;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly cache: ContentCache,
    private readonly refreshUser: RefreshUser,
    private readonly followMembership: FollowMembership,
    private readonly updatePlayerItem: UpdatePlayerItem,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly offer: OfferSubscription,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
  ) {}

  /** Whether the item may play without a question: a browser lets sound start only within the listener's gesture. */
  playsAtOnce(item: ContentItem): boolean {
    return this.user.isSignedIn && this.decisionFor(item).kind === 'play';
  }

  /** Null when the wish came to nothing: a newer one has taken its place, or the membership is not to be found out. */
  async decide(item: ContentItem): Promise<DecidedPlay | null> {
    if (this.playsAtOnce(item)) return { decision: this.decisionFor(item), item };
    this.waiting += 1;
    const turn = this.waiting;
    const attempt = this.player.playConsidered(item.id);
    const decided = await this.ask(item);
    if (turn !== this.waiting || !this.player.isCurrentAttempt(attempt)) return null;
    this.player.endRequest(attempt);
    this.tell(decided);
    return decided;
  }

  private decisionFor(item: ContentItem): PlayDecision {
    return decidePlay(this.user.user, item, this.clock.now());
  }

  private async ask(item: ContentItem): Promise<DecidedPlay | null> {
    const listener = await this.refreshUser.known();
    const decision = this.decisionFor(item);
    if (listener.kind === 'unknown') {
      // Whatever does not depend on the membership holds all the same.
      return decision.kind === 'offer' ? null : { decision, item };
    }
    const mayHaveChanged = this.followMembership.expectsPurchase || this.player.isCurrentAudio(item);
    if (decision.kind === 'play' || !mayHaveChanged) return { decision, item };
    return this.askAgain(item);
  }

  /** Asks the provider itself: the listener may have paid since the item was fetched. */
  private async askAgain(item: ContentItem): Promise<DecidedPlay> {
    this.cache.forgetContent(item.id);
    const [fresh] = await Promise.all([this.catalogue.content(item.id), this.refreshUser.refresh()]);
    const newest = fresh.ok ? fresh.value : item;
    this.updatePlayerItem.update(newest);
    return { decision: this.decisionFor(newest), item: newest };
  }

  private tell(decided: DecidedPlay | null): void {
    if (decided === null) {
      this.notices.post(MESSAGES.membershipUnknown);
      return;
    }
    const { decision, item } = decided;
    if (decision.kind === 'offer') this.offer.show();
    if (decision.kind === 'nothing') this.notices.refused(decision.reason, item.validity.from);
  }
}
