import type { Brand } from '../../../src/domain/brand.ts';
import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import type { PrivateFeed } from '../../../src/domain/feeds/private-feed.ts';
import type { Message } from '../../../src/domain/message.ts';
import type { Instant } from '../../../src/domain/time.ts';

/** The id of a member at the provider. */
export type MemberId = Brand<string, 'MemberId'>;
/** Brands a text as the id of a member. Call it where the text is decoded. */
export const memberId = (value: string): MemberId => value as MemberId;

/** The roles of people at the provider. Each role may do what the earlier ones may (STU-30). */
export const MEMBER_ROLES = ['listener', 'publisher', 'owner'] as const;
/** One of `MEMBER_ROLES`. */
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The plan of a member. */
export type MemberPlan = 'monthly' | 'annual';

/** `invited`: never signed in. `unconfirmed`: has not confirmed the address. */
export type MemberState = 'active' | 'invited' | 'unconfirmed' | 'disabled';

/** A member as an owner sees it. */
export type Member = {
  readonly id: MemberId;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  /** Null for a free listener. */
  readonly plan: MemberPlan | null;
  /** Null for a plan without an end. */
  readonly until: Instant | null;
  readonly state: MemberState;
  readonly addedAt: Instant | null;
};

/** A change of a member, and who made it. */
export type MemberChange = {
  readonly id: string;
  readonly at: Instant | null;
  /** The address of the owner. Null: the operator, or an owner whose account was deleted. */
  readonly by: string | null;
  readonly isByOperator: boolean;
  /** The address of the member. Null: the account was deleted. */
  readonly member: string | null;
  readonly action: string;
  readonly detail: Message;
};

/** A title that a member bought or was given. */
export type MemberTitle = {
  readonly id: ContentId;
  /** Null if the catalogue no longer has it. */
  readonly title: string | null;
  readonly at: Instant | null;
};

/** A feed of a member for other apps. Nobody but the member sees its address (FEED-50). */
export type MemberFeed = Omit<PrivateFeed, 'createdAt'>;

/** A passkey of a member. */
export type MemberPasskey = {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Instant | null;
  readonly lastUsedAt: Instant | null;
};

/** A sign-in of a member at another provider. */
export type MemberIdentity = {
  readonly provider: string;
  /** The address that the provider named. Null: none. */
  readonly email: string | null;
  readonly addedAt: Instant | null;
  readonly lastUsedAt: Instant | null;
};

/** Where a member is signed in. */
export type MemberSession = {
  readonly id: string;
  /** Browser and system in words. */
  readonly device: Message;
  /** The name of the provider at which the member signed in. Null: none. */
  readonly provider: string | null;
  readonly signedInAt: Instant | null;
  readonly lastUsedAt: Instant | null;
};

/** A member with titles, feeds, ways to sign in, sessions and the newest changes. */
export type MemberDetail = {
  readonly member: Member;
  readonly titles: readonly MemberTitle[];
  readonly feeds: readonly MemberFeed[];
  readonly passkeys: readonly MemberPasskey[];
  readonly identities: readonly MemberIdentity[];
  readonly sessions: readonly MemberSession[];
  readonly changes: readonly MemberChange[];
};

/** How an invited person signs in for the first time (STU-71). */
export type InvitationAccess = { readonly link: string; readonly password: string };

/** Somebody who is to become a member. */
export type Invitation = Pick<Member, 'email' | 'name' | 'role' | 'plan' | 'until'>;

/** How a member is called on the page. */
export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string =>
  name.trim() === '' ? email : name;
