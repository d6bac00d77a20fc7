import type { ContentItem } from '../../domain/catalogue/content.ts';

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

  reset(): void {
    this.wanted = null;
    this.welcome = null;
  }
}
