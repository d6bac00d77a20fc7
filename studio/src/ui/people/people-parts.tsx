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
      label="Invite a member"
      className={styles['form']}
      submitLabel="Invite"
      isBusy={sending.isPending}
      onSubmit={() => void sending.attempt(() => manageMembers.invite(invitation))}
    >
      <TextInput
        label="Email"
        value={invitation.email}
        error={sending.failure?.message}
        onType={(email) => set({ email })}
      />
      <TextInput label="Name" value={invitation.name} onType={(name) => set({ name })} />
      <Choice
        label="Role"
        value={invitation.role}
        options={ROLES}
        onChoose={(role) => set({ role: readRole(role) })}
      />
      <Choice
        label="Plan"
        value={invitation.plan ?? ''}
        options={PLANS}
        onChoose={(plan) => set({ plan: readPlan(plan) })}
      />
      {invitation.plan !== null && (
        <InstantInput
          label="Plan ends (empty: never)"
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
    <div role="group" aria-label="Invitation" className={styles['form']}>
      <p>{`Pass this on to ${access.email}. It is shown only now.`}</p>
      <TextInput label="Address" value={access.link} autoComplete="off" onType={() => undefined} />
      <TextInput
        label="Temporary password"
        value={access.password}
        autoComplete="off"
        onType={() => undefined}
      />
      <div className={shared['buttons']}>
        <Button onClick={() => manageMembers.hideAccess()}>Done</Button>
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
  if (changes.length === 0) return <p className={shared['soft']}>Nothing has been changed yet.</p>;
  const change = {
    heading: 'Change',
    cell: ({ action, detail }: MemberChange) => (
      <>
        {ACTIONS[action] ?? action}
        {detail !== '' && <small>{detail}</small>}
      </>
    ),
  };
  // Changes of what authors are credited for are of no member (FEED-58).
  const whose = {
    heading: 'Member',
    cell: ({ member, action }: MemberChange) =>
      member ?? (action.startsWith('downloads-') ? 'No member' : DELETED),
  };
  return (
    <DataTable
      label="Changes"
      rows={changes}
      keyOf={({ id }) => id}
      columns={[
        change,
        ...(isOfOne ? [] : [whose]),
        { heading: 'By', cell: ({ by, isByOperator }) => (isByOperator ? 'The operator' : (by ?? DELETED)) },
        { heading: 'When', cell: ({ at }) => at !== null && formatInstant(at) },
      ]}
    />
  );
}

/** What members are and have, in words. */

export const ROLES = [
  ['listener', 'Listener'],
  ['publisher', 'Publisher'],
  ['owner', 'Owner'],
] as const;

export const PLANS = [
  ['', 'No plan'],
  ['monthly', 'Monthly'],
  ['annual', 'Annual'],
] as const;

const STATES: Readonly<Record<MemberState, string>> = {
  active: 'Active',
  invited: 'Invited',
  unconfirmed: 'Not confirmed',
  disabled: 'Disabled',
};

export function StateBadge({ state }: Pick<Member, 'state'>) {
  const look = state === 'active' ? 'good' : state === 'disabled' ? 'danger' : 'plain';
  return <Badge look={look}>{STATES[state]}</Badge>;
}

const ACTIONS: Readonly<Record<string, string>> = {
  added: 'Added',
  invited: 'Invited',
  plan: 'Plan',
  role: 'Role',
  granted: 'Title given',
  revoked: 'Title taken back',
  disabled: 'Disabled',
  enabled: 'Enabled',
  'feed-revoked': 'Private address revoked',
  'signed-out': 'Signed out everywhere',
  'downloads-paid': 'Authors are credited for downloads',
  'downloads-unpaid': 'Authors are no longer credited for downloads',
  removed: 'Deleted',
};

export const roleWord = (role: Member['role']): string => ROLES.find(([each]) => each === role)?.[1] ?? role;

/** The plan with its end, such as `Annual until 3 May 2027, 12:00`. */
export function planWords({ plan, until }: Pick<Member, 'plan' | 'until'>): string {
  const word = PLANS.find(([each]) => each === (plan ?? ''))?.[1] ?? '';
  return plan === null || until === null ? word : `${word} until ${formatInstant(until)}`;
}

const DELETED = 'A deleted account';

const REASONS: Readonly<Record<string, string>> = {
  'unknown-title': 'There is no such title',
  'never-opened': 'The listener never opened it',
  'too-long': 'More time than has passed',
};

export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;
