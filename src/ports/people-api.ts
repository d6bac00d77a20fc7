import type { ContentId } from '../domain/catalogue/content.ts';
import type {
  Invitation,
  Member,
  MemberChange,
  MemberDetail,
  MemberId,
  MemberPlan,
  MemberRole,
} from '../domain/studio/members.ts';
import type { Month, Statement } from '../domain/studio/statements.ts';
import type { Instant } from '../domain/time.ts';
import type { StudioResult } from './studio-api.ts';

/** One page of the members. `total` counts all that were found. */
export type MemberPage = { readonly total: number; readonly members: readonly Member[] };

/** `mail`: the invited person gets a mail. `printed`: the provider has printed the temporary password. */
export type Invited = { readonly detail: MemberDetail; readonly delivery: 'mail' | 'printed' };

/**
 * The calls of the studio about people: its members, and the statements for authors. Calls about members fail with
 * `not-allowed` for everybody but owners, and with `invalid` if the provider refuses a change.
 */
export interface PeopleApi {
  /** Finds members by a part of the address or the name. */
  members(
    text: string,
    window: { readonly offset: number; readonly limit: number },
  ): StudioResult<MemberPage>;
  member(id: MemberId): StudioResult<MemberDetail>;
  invite(invitation: Invitation): StudioResult<Invited>;
  setPlan(id: MemberId, plan: MemberPlan | null, until: Instant | null): StudioResult<MemberDetail>;
  setRole(id: MemberId, role: MemberRole): StudioResult<MemberDetail>;
  setDisabled(id: MemberId, isDisabled: boolean): StudioResult<MemberDetail>;
  /** Ends every session of the member. */
  signOut(id: MemberId): StudioResult<MemberDetail>;
  /** Gives a title, as a purchase would. */
  grant(id: MemberId, title: ContentId): StudioResult<MemberDetail>;
  revoke(id: MemberId, title: ContentId): StudioResult<MemberDetail>;
  remove(id: MemberId): StudioResult<void>;
  /** What was changed about members, the newest first. */
  changes(window: { readonly offset: number; readonly limit: number }): StudioResult<readonly MemberChange[]>;

  /** Listened time from a month to another one, both included. */
  statement(from: Month, to: Month): StudioResult<Statement>;
}
