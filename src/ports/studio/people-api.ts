import type { ContentId } from '../../domain/catalogue/content.ts';
import type { FeedId } from '../../domain/feeds/private-feed.ts';
import type {
  Invitation,
  Member,
  MemberChange,
  MemberDetail,
  MemberId,
  MemberPlan,
  MemberRole,
} from '../../domain/studio/members.ts';
import type { Month, Statement } from '../../domain/studio/statements.ts';
import type { Instant } from '../../domain/time.ts';
import type { StudioResult } from './studio-api.ts';

/** One page of the members. `total` counts all that were found. */
export type MemberPage = { readonly total: number; readonly members: readonly Member[] };

/** `mail`: the invited person gets a mail. `printed`: the provider has printed the temporary password. */
export type Invited = { readonly detail: MemberDetail; readonly delivery: 'mail' | 'printed' };

/**
 * The calls of the studio about people: its members, and the statements for authors. They fail with `not-allowed` for
 * everybody but owners, and with `invalid` if the provider refuses a change.
 */
export interface PeopleApi {
  /** Finds members by a part of the address or the name. */
  members(
    text: string,
    window: { readonly offset: number; readonly limit: number },
  ): StudioResult<MemberPage>;
  /** Returns one member with plan, titles and changes. Fails with `not-found` for an unknown id. */
  member(id: MemberId): StudioResult<MemberDetail>;
  /** Invites an address, also once more as long as nobody has signed in. Fails with `invalid` if it has an account that is in use. */
  invite(invitation: Invitation): StudioResult<Invited>;
  /** Gives a plan until an instant, or without an end if `until` is null. A `plan` of null takes it away. */
  setPlan(id: MemberId, plan: MemberPlan | null, until: Instant | null): StudioResult<MemberDetail>;
  /** Changes what the member may do in the studio. */
  setRole(id: MemberId, role: MemberRole): StudioResult<MemberDetail>;
  /** Locks an account out, or lets it in again. Fails with `invalid` for the last owner. */
  setDisabled(id: MemberId, isDisabled: boolean): StudioResult<MemberDetail>;
  /** Ends every session of the member. */
  signOut(id: MemberId): StudioResult<MemberDetail>;
  /** Gives a title, as a purchase would. */
  grant(id: MemberId, title: ContentId): StudioResult<MemberDetail>;
  /** Takes a title away. Fails with `invalid` if the member does not have it. */
  revoke(id: MemberId, title: ContentId): StudioResult<MemberDetail>;
  /** Revokes a feed for other apps. Fails with `invalid` if the member does not have it. */
  revokeFeed(id: MemberId, feed: FeedId): StudioResult<MemberDetail>;
  /** Deletes the account. Fails with `invalid` for the last owner. */
  remove(id: MemberId): StudioResult<void>;
  /** What was changed about members, the newest first. */
  changes(window: { readonly offset: number; readonly limit: number }): StudioResult<readonly MemberChange[]>;

  /** Listened time from a month to another one, both included. */
  statement(from: Month, to: Month): StudioResult<Statement>;
  /** Chooses whether authors are credited for downloads. */
  setDownloadsPaid(isPaid: boolean): StudioResult<void>;
}
