import type { ContentItem } from '../../domain/catalogue/content.ts';
import { decidePlay, isSubscribed } from '../../domain/entitlement/play-decision.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';

/** What the listener has just got: a membership, or one title. */
export type Welcome =
  /** `item` is null if they asked for the membership, and not for a title. */
  | { readonly kind: 'member'; readonly item: ContentItem | null }
  | { readonly kind: 'owner'; readonly item: ContentItem };

/** What the listener wanted before they went to pay, and what they got (ENT-63). */
export class WelcomeState {
  /** The title for which the offer came up, or whose Buy link was used. */
  wanted: ContentItem | null = null;
  /** Null if there is nothing to show. */
  welcome: Welcome | null = null;

  want(item: ContentItem): void {
    this.wanted = item;
  }

  show(welcome: Welcome): void {
    this.welcome = welcome;
    this.wanted = null;
  }

  close(): void {
    this.welcome = null;
  }

  /** The session has ended. */
  reset(): void {
    this.wanted = null;
    this.welcome = null;
  }
}

/** Offers to play what the listener wanted when they went to pay, as soon as they may hear it (ENT-63). */
export class WelcomeBuyer {
  static readonly inject: Inject<typeof WelcomeBuyer> = [
    PORTS.catalogue,
    UserState,
    WelcomeState,
    PORTS.clock,
  ];

  constructor(
    private readonly catalogue: Pick<Catalogue, 'content'>,
    private readonly user: UserState,
    private readonly state: WelcomeState,
    private readonly clock: Clock,
  ) {}

  /** The listener is back, and the newest membership is known. */
  async greet(): Promise<void> {
    const { wanted } = this.state;
    if (isSubscribed(this.user.user)) {
      if (wanted === null && !this.user.subscribeModalVisible) return;
      const plays = wanted !== null && decidePlay(this.user.user, wanted, this.clock.now()).kind === 'play';
      this.show({ kind: 'member', item: plays ? wanted : null });
      return;
    }
    if (wanted === null) return;
    const newest = await this.catalogue.content(wanted.id);
    const isBought = newest.ok && newest.value.isPurchased;
    if (isBought && this.state.wanted === wanted) this.show({ kind: 'owner', item: newest.value });
  }

  private show(welcome: Parameters<WelcomeState['show']>[0]): void {
    this.user.closeOffer();
    this.state.show(welcome);
  }
}
