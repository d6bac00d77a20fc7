import type { ColumnType, Generated, Kysely } from 'kysely';
import type { CatalogueTables } from '../catalogue/tables.ts';
import type { ContentType } from '../catalogue/types.ts';
import type { BilledSubscription } from './membership.ts';

/** The position of one listener in one item. */
interface PlaybackPositionsTable {
  sub: string;
  item_id: string;
  content_type: ContentType;
  is_active: boolean;
  chapter_index: number | null;
  /** Milliseconds. */
  chapter_position: number | null;
  /** Milliseconds. */
  last_position: number | null;
  playback_speed: number;
  updated_at: number;
  /** When the listener was there, with fractions of a millisecond. An older report does not replace a newer one. */
  heard_at: Generated<number>;
}

interface ListenersTable {
  sub: string;
  email: string;
  full_name: string;
  /** Null for a free listener. */
  plan: 'monthly' | 'yearly' | null;
  is_trialing: boolean;
  is_canceled: boolean;
  /** When the plan ends; null while it renews by itself. */
  paid_until: number | null;
  created_at: number;
  /** What the listener may do beside listening. */
  role: Generated<Role>;
  /** The language that the listener chose, a BCP 47 tag; null if none was chosen (LANG-9). */
  language: Generated<string | null>;
}

/** A subscription that a payment service bills. */
interface BillingSubscriptionsTable extends BilledSubscription {
  /** The id at the payment service. */
  id: string;
  /** The payment service. */
  service: string;
  /** Null after the listener deleted the account, until the service has ended the subscription. */
  sub: string | null;
  /** The id of the payer at the service. */
  customer: string | null;
  started_at: number;
  /** The newest payment that has a receipt. Null if nothing was paid yet. */
  last_payment: string | null;
  /** Counts the changes, so that an older state never replaces a newer one. */
  version: number;
}

/**
 * Why a royalty does not count.
 *
 * - `unknown-title`: there is no such title
 * - `never-opened`: the listener never got the address of its sound
 * - `too-long`: more time than the listener can have heard
 */
export type RefusalReason = 'unknown-title' | 'never-opened' | 'too-long';

/** Written as JSON text and read as a value. */
type Json<T> = ColumnType<T, string, string>;

export type Role = 'listener' | 'publisher' | 'owner';

/** The tables of the product API: those of the members, and those of the catalogue. Instants are epoch milliseconds. */
export interface Tables extends CatalogueTables {
  listeners: ListenersTable;
  favorite_items: { sub: string; item_id: string; created_at: number };
  favorite_authors: { sub: string; author_id: string; created_at: number };
  purchases: { sub: string; item_id: string; purchased_at: number };
  playback_positions: PlaybackPositionsTable;
  /**
   * When a listener first got the address of a sound. Royalties count at most for the time since then. `royalties` is what
   * was counted so far, in milliseconds.
   */
  opened_sounds: { sub: string; sound_id: string; opened_at: number; royalties: number };
  /** Counted milliseconds of listening, multiplied by the speed. */
  royalty_reports: {
    id: Generated<number>;
    sub: string;
    content_id: string;
    duration: number;
    reported_at: number;
    /** When it was heard, if that is known to be earlier than the report. */
    heard_at: Generated<number | null>;
  };
  /** What was reported and does not count, with the reason. */
  refused_royalties: {
    id: Generated<number>;
    sub: string;
    content_id: string;
    duration: number;
    reason: RefusalReason;
    reported_at: number;
  };
  /** The titles and authors of all royalties, as they were when the newest one counted. */
  royalty_titles: {
    content_id: string;
    title_id: string;
    title: string;
    authors: Json<readonly { readonly id: string; readonly name: string }[]>;
  };
  /** The changes that owners and the operator made. A person is null if the account was deleted. */
  member_changes: {
    id: Generated<number>;
    at: number;
    by_operator: boolean;
    by_sub: string | null;
    sub: string | null;
    action: string;
    detail: Json<Readonly<Record<string, unknown>>>;
  };
  /** What the groups of a member at another provider give, and what the member had before (SES-157). */
  group_gifts: {
    sub: string;
    issuer: string;
    given_role: Role | null;
    former_role: Role | null;
    given_plan: 'monthly' | 'yearly' | null;
    former_plan: 'monthly' | 'yearly' | null;
    former_until: number | null;
  };
  login_attempts: {
    id: Generated<number>;
    email: string;
    success: boolean;
    attempted_at: number;
    /** True if the report came with the session of the account. Anybody can send the others. */
    is_own: Generated<boolean>;
  };
  free_listening: { sub: string; item_id: string; opened_at: number; until: number };
  billing_subscriptions: BillingSubscriptionsTable;
  password_changes: { id: Generated<number>; sub: string; changed_at: number };
}

export type Database = Kysely<Tables>;
