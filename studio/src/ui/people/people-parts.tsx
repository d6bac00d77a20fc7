import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import {
  type Invitation,
  type Member,
  MEMBER_ROLES,
  type MemberChange,
  type MemberPlan,
  type MemberRole,
  type MemberState,
} from '../../domain/members.ts';
import type { Instant } from '../../../../src/domain/time.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { message, type Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { useAttempt } from 'audio-streaming-components/forms/use-attempt';
import { Badge, StudioForm } from '../components/parts.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Choice, InstantInput, TextInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import shared from '../components/components.module.css';
import { useStudio } from '../services.ts';
import styles from './people.module.css';

const EMPTY: Invitation = { email: '', name: '', role: 'listener', plan: null, until: null };

export const readRole = (value: string): MemberRole =>
  MEMBER_ROLES.find((role) => role === value) ?? 'listener';
export const readPlan = (value: string): MemberPlan | null =>
  value === 'monthly' || value === 'annual' ? value : null;

/** Invites somebody, who gets a temporary password. */
export function InviteForm() {
  const { manageMembers } = useStudio();
  const [invitation, setInvitation] = useState(EMPTY);
  const sending = useAttempt(() => setInvitation(EMPTY));
  const set = (changes: Partial<Invitation>) => setInvitation({ ...invitation, ...changes });
  return (
    <StudioForm
      label={t('Invite a member')}
      className={styles['form']}
      submitLabel={t('Invite')}
      isBusy={sending.isPending}
      onSubmit={() => void sending.attempt(() => manageMembers.invite(invitation))}
    >
      <TextInput
        label={t('Email')}
        value={invitation.email}
        error={sending.failure?.message}
        onType={(email) => set({ email })}
      />
      <TextInput label={t('Name')} value={invitation.name} onType={(name) => set({ name })} />
      <Choice
        label={t('Role')}
        value={invitation.role}
        options={roleOptions()}
        onChoose={(role) => set({ role: readRole(role) })}
      />
      <Choice
        label={t('Plan')}
        value={invitation.plan ?? ''}
        options={planOptions()}
        onChoose={(plan) => set({ plan: readPlan(plan) })}
      />
      {invitation.plan !== null && (
        <InstantInput
          label={t('Plan ends (empty: never)')}
          value={invitation.until}
          onSet={(until: Instant | null) => set({ until })}
        />
      )}
    </StudioForm>
  );
}

/** What an owner passes on to an invited person, because there is no mail server (STU-71). It is shown once. */
export const InvitationNote = observer(function InvitationNote() {
  const { members, manageMembers } = useStudio();
  const { access } = members;
  if (access === null) return null;
  return (
    <div role="group" aria-label={t('Invitation')} className={styles['form']}>
      <p>{t('Pass this on to {email}. It is shown only now.', { email: access.email })}</p>
      <TextInput
        label={t({ text: 'Address', context: 'link' })}
        value={access.link}
        autoComplete="off"
        onType={() => undefined}
      />
      <TextInput
        label={t('Temporary password')}
        value={access.password}
        autoComplete="off"
        onType={() => undefined}
      />
      <div className={shared['buttons']}>
        <Button onClick={() => manageMembers.hideAccess()}>{t('Done')}</Button>
      </div>
    </div>
  );
});

type ChangesTableProps = {
  readonly changes: readonly MemberChange[];
  /** True if all changes are about the same member. */
  readonly isOfOne?: boolean;
};

/** What was changed, by whom and when, the newest first. */
export function ChangesTable({ changes, isOfOne = false }: ChangesTableProps) {
  if (changes.length === 0) return <p className={shared['soft']}>{t('Nothing has been changed yet.')}</p>;
  const change = {
    heading: t('Change'),
    cell: ({ action, detail }: MemberChange) => (
      <>
        {t(ACTIONS[action] ?? action)}
        {detail !== '' && <small>{t(detail)}</small>}
      </>
    ),
  };
  // Changes of what authors are credited for are of no member (FEED-58).
  const whose = {
    heading: t('Member'),
    cell: ({ member, action }: MemberChange) =>
      member ?? t(action.startsWith('downloads-') ? 'No member' : 'A deleted account'),
  };
  return (
    <DataTable
      label={t('Changes')}
      rows={changes}
      keyOf={({ id }) => id}
      columns={[
        change,
        ...(isOfOne ? [] : [whose]),
        {
          heading: t('By'),
          cell: ({ by, isByOperator }) => (isByOperator ? t('The operator') : (by ?? t('A deleted account'))),
        },
        { heading: t('When'), cell: ({ at }) => at !== null && formatInstant(at) },
      ]}
    />
  );
}

/** What members are and have, in words. */

const ROLES = [
  ['listener', message('Listener')],
  ['publisher', message('Publisher')],
  ['owner', message('Owner')],
] as const;

const PLANS = [
  ['', message('No plan')],
  ['monthly', message('Monthly')],
  ['annual', message('Annual')],
] as const;

/** Roles and plans as the options of a choice. */
export const roleOptions = () => ROLES.map(([role, words]) => [role, t(words)] as const);
export const planOptions = () => PLANS.map(([plan, words]) => [plan, t(words)] as const);

const STATES: Readonly<Record<Exclude<MemberState, 'active'>, Message>> = {
  invited: message('Invited'),
  unconfirmed: message('Not confirmed'),
  disabled: message('Disabled'),
};

export function StateBadge({ state }: Pick<Member, 'state'>) {
  const look = state === 'active' ? 'good' : state === 'disabled' ? 'danger' : 'plain';
  return (
    <Badge look={look}>{t(state === 'active' ? { text: 'Active', context: 'member' } : STATES[state])}</Badge>
  );
}

const ACTIONS: Readonly<Record<string, Message>> = {
  added: message('Added'),
  invited: message('Invited'),
  plan: message('Plan'),
  role: message('Role'),
  granted: message('Title given'),
  revoked: message('Title taken back'),
  disabled: message('Disabled'),
  enabled: message('Enabled'),
  'feed-revoked': message('Private address revoked'),
  'signed-out': message('Signed out everywhere'),
  'downloads-paid': message('Authors are credited for downloads'),
  'downloads-unpaid': message('Authors are no longer credited for downloads'),
  removed: message('Deleted'),
};

export const roleWord = (role: Member['role']): string =>
  t(ROLES.find(([each]) => each === role)?.[1] ?? role);

/** The plan with its end, such as `Annual until 3 May 2027, 12:00`. */
export function planWords({ plan, until }: Pick<Member, 'plan' | 'until'>): string {
  if (plan === null || until === null) return t(PLANS.find(([each]) => each === (plan ?? ''))?.[1] ?? '');
  const date = formatInstant(until);
  return plan === 'monthly' ? t('Monthly until {date}', { date }) : t('Annual until {date}', { date });
}

const REASONS: Readonly<Record<string, Message>> = {
  'unknown-title': message('There is no such title'),
  'never-opened': message('The listener never opened it'),
  'too-long': message('More time than has passed'),
};

export const reasonWords = (reason: string): string => t(REASONS[reason] ?? reason);
