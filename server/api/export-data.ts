import { type RawBuilder, sql } from 'kysely';
import type { Listener } from '../members/listeners.ts';
import type { Database } from '../members/tables.ts';
import { listeningNumbers } from '../members/listening-numbers.ts';

/** An instant in ISO 8601. Null stays null. */
const iso = (column: string): RawBuilder<string | null> =>
  sql`to_char(to_timestamp(${sql.ref(column)} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The rows of a query as a list. */
const list = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(each), '[]'::json) from (${rows}) as each)`;

/**
 * Everything that the provider stores about a listener (SES-91), by names that a reader understands, in one statement
 * and so of one moment, and the listening in numbers (PROG-84). Secrets are not among it: passwords, codes and the keys of authenticators prove who somebody is.
 *
 * @param now epoch milliseconds
 */
export async function exportData(db: Database, { sub, email }: Listener, now: number): Promise<unknown> {
  const { rows } = await sql<{ data: object }>`select json_build_object(
    'exported_at', ${new Date(now).toISOString()}::text,
    'account', (
      select json_build_object(
        'id', listeners.sub, 'name', full_name, 'email', listeners.email, 'role', role, 'language', language,
        'added_at', ${iso('listeners.created_at')},
        'attributes', coalesce(attributes, '{}'::jsonb),
        'codes_by_text_message', sms_mfa, 'codes_by_authenticator', totp_mfa
      )
      from listeners left join pool_users on pool_users.sub = listeners.sub where listeners.sub = ${sub}
    ),
    'membership', (
      select json_build_object(
        'plan', plan, 'is_trialing', is_trialing, 'is_canceled', is_canceled, 'ends_at', ${iso('paid_until')}
      )
      from listeners where sub = ${sub}
    ),
    'subscriptions', ${list(sql`
      select plan, status, payment, ${iso('period_start')} as period_starts_at, ${iso('period_end')} as period_ends_at,
        ${iso('cancel_at')} as canceled_to, ${iso('ended_at')} as ended_at
      from billing_subscriptions where sub = ${sub} order by period_start`)},
    'orders', ${list(sql`
      select plan, item_id as id, amount, currency, state, ${iso('created_at')} as at
      from billing_orders where sub = ${sub} order by created_at`)},
    'devices', ${list(sql`
      select name, remembered as is_remembered, ${iso('created_at')} as added_at, ${iso('authenticated_at')} as used_at
      from pool_devices where sub = ${sub} order by created_at`)},
    'passkeys', ${list(sql`
      select name, rp_id as site, is_synced, is_backed_up, ${iso('created_at')} as added_at, ${iso('used_at')} as used_at
      from pool_passkeys where sub = ${sub} order by created_at`)},
    'identities', ${list(sql`
      select provider, issuer, subject, email, ${iso('created_at')} as added_at, ${iso('used_at')} as used_at
      from pool_identities where sub = ${sub} order by created_at`)},
    'gifts_of_groups', ${list(sql`
      select issuer, given_role, former_role, given_plan, former_plan, ${iso('former_until')} as former_plan_ended_at
      from group_gifts where sub = ${sub} order by issuer`)},
    'sign_ins', ${list(sql`
      select agent as browser, identity_provider, ${iso('auth_time')} as at, ${iso('used_at')} as used_at, ${iso('expires_at')} as expires_at,
        ${iso('revoked_at')} as ended_at
      from pool_refresh_tokens where sub = ${sub} order by auth_time`)},
    'known_networks', ${list(sql`
      select ${iso('last_at')} as signed_in_at from pool_known_networks where sub = ${sub} order by last_at`)},
    'sign_in_attempts', ${list(sql`
      select success, ${iso('attempted_at')} as at from login_attempts
      where email = ${email} and is_own order by id`)},
    'sign_in_attempts_reported_by_anybody', ${list(sql`
      select success, ${iso('attempted_at')} as at from login_attempts
      where email = ${email} and not is_own order by id`)},
    'password_changes', ${list(sql`
      select ${iso('changed_at')} as at from password_changes where sub = ${sub} order by id`)},
    'mails', ${list(sql`
      select kind, recipient, ${iso('created_at')} as written_at, ${iso('sent_at')} as sent_at
      from mail_outbox where sub = ${sub} order by id`)},
    'plan_ends_told', ${list(sql`
      select ${iso('ends_at')} as ends_at from mail_plan_ends where sub = ${sub} order by ends_at`)},
    'purchases', ${list(sql`
      select item_id as id, document ->> 'title' as title, ${iso('purchased_at')} as at
      from purchases left join items on items.id = item_id where sub = ${sub} order by purchased_at, item_id`)},
    'favorites', ${list(sql`
      select item_id as id, document ->> 'title' as title, ${iso('created_at')} as at
      from favorite_items left join items on items.id = item_id where sub = ${sub} order by created_at, item_id`)},
    'followed_authors', ${list(sql`
      select author_id as id, name, ${iso('created_at')} as at
      from favorite_authors left join authors on authors.id = author_id where sub = ${sub} order by created_at`)},
    'positions', ${list(sql`
      select item_id as id, document ->> 'title' as title, is_active, chapter_index, chapter_position, last_position,
        playback_speed, ${iso('updated_at')} as at
      from playback_positions left join items on items.id = item_id where sub = ${sub} order by updated_at`)},
    'listened', ${list(sql`
      select content_id as id, duration as milliseconds, ${iso('reported_at')} as at
      from royalty_reports where sub = ${sub} order by id`)},
    'listened_but_not_counted', ${list(sql`
      select content_id as id, duration as milliseconds, reason, ${iso('reported_at')} as at
      from refused_royalties where sub = ${sub} order by id`)},
    'opened_sounds', ${list(sql`
      select sound_id as id, royalties as counted_milliseconds, ${iso('opened_at')} as at
      from opened_sounds where sub = ${sub} order by opened_at`)},
    'free_listening', ${list(sql`
      select item_id as id, ${iso('opened_at')} as at, ${iso('until')} as until
      from free_listening where sub = ${sub} order by opened_at`)},
    'feeds_for_other_apps', ${list(sql`
      select name, kind, target_id as id, last_app, ${iso('created_at')} as made_at,
        ${iso('last_used_at')} as used_at, ${iso('paused_at')} as paused_at
      from private_feeds where sub = ${sub} order by created_at`)},
    'changes_by_owners', ${list(sql`
      select action, detail, ${iso('at')} as at from member_changes where sub = ${sub} order by id`)},
    'changes_of_others', ${list(sql`
      select action, detail, ${iso('at')} as at from member_changes where by_sub = ${sub} order by id`)}
  ) as data`.execute(db);
  return { ...rows[0]?.data, listening: await listeningNumbers(db, sub, 'UTC', now) };
}
