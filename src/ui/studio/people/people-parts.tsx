import { useState } from 'react';
import {
  type Invitation,
  type Member,
  MEMBER_ROLES,
  type MemberChange,
  type MemberPlan,
  type MemberRole,
  type MemberState,
} from '../../../domain/studio/members.ts';
import type { Instant } from '../../../domain/time.ts';
import { Button } from '../../components/controls/button.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { InstantInput, TextInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import tableStyles from '../components/table.module.css';
import { useStudio } from '../services.ts';
import styles from './people.module.css';

const EMPTY: Invitation = { email: '', name: '', role: 'listener', plan: null, until: null };

export const readRole = (value: string): MemberRole =>
  MEMBER_ROLES.find((role) => role === value) ?? 'listener';
export const readPlan = (value: string): MemberPlan | null =>
  value === 'monthly' || value === 'annual' ? value : null;

/** A select with a label that is shown. */
export function Choice(props: Parameters<typeof SelectField>[0]) {
  return (
    <div className={styles['choice']}>
      <span aria-hidden="true">{props.label}</span>
      <SelectField {...props} />
    </div>
  );
}

/** Invites somebody, who gets a temporary password. */
export function InviteForm() {
  const { manageMembers } = useStudio();
  const [invitation, setInvitation] = useState(EMPTY);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (changes: Partial<Invitation>) => setInvitation({ ...invitation, ...changes });
  const invite = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const invited = await manageMembers.invite(invitation);
    setBusy(false);
    if (invited.ok) setInvitation(EMPTY);
    else setFailure(invited.error.message);
  };
  return (
    <form
      noValidate
      className={styles['form']}
      aria-label="Invite a member"
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <TextInput
        label="Email"
        value={invitation.email}
        error={failure ?? undefined}
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
      <Button type="submit" look="primary" aria-disabled={isBusy} aria-busy={isBusy}>
        Invite
      </Button>
    </form>
  );
}

type ChangesTableProps = {
  readonly changes: readonly MemberChange[];
  /** True if all changes are about the same member. */
  readonly isOfOne?: boolean;
};

/** What was changed, by whom and when, the newest first. */
export function ChangesTable({ changes, isOfOne = false }: ChangesTableProps) {
  if (changes.length === 0) return <p className={styles['soft']}>Nothing has been changed yet.</p>;
  return (
    <table className={tableStyles['table']} aria-label="Changes">
      <thead>
        <tr>
          <th scope="col">Change</th>
          {!isOfOne && <th scope="col">Member</th>}
          <th scope="col">By</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.id}>
            <th scope="row">
              {actionWord(change.action)}
              {change.detail !== '' && <small>{change.detail}</small>}
            </th>
            {!isOfOne && <td data-label="Member">{whoseChange(change)}</td>}
            <td data-label="By">{whoDid(change)}</td>
            <td data-label="When">{change.at === null ? '' : formatInstant(change.at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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

export const STATES: Readonly<Record<MemberState, string>> = {
  active: 'Active',
  invited: 'Invited',
  unconfirmed: 'Not confirmed',
  disabled: 'Disabled',
};

const ACTIONS: Readonly<Record<string, string>> = {
  added: 'Added',
  invited: 'Invited',
  plan: 'Plan',
  role: 'Role',
  granted: 'Title given',
  revoked: 'Title taken back',
  disabled: 'Disabled',
  enabled: 'Enabled',
  'feed-revoked': 'Address revoked',
  'signed-out': 'Signed out everywhere',
  removed: 'Deleted',
};

export const roleWord = (role: Member['role']): string => ROLES.find(([each]) => each === role)?.[1] ?? role;

/** The plan with its end, such as `Annual until 3 May 2027, 12:00`. */
export function planWords({ plan, until }: Pick<Member, 'plan' | 'until'>): string {
  const word = PLANS.find(([each]) => each === (plan ?? ''))?.[1] ?? '';
  return plan === null || until === null ? word : `${word} until ${formatInstant(until)}`;
}

const actionWord = (action: string): string => ACTIONS[action] ?? action;

const DELETED = 'A deleted account';

const whoDid = ({ by, isByOperator }: MemberChange): string =>
  isByOperator ? 'The operator' : (by ?? DELETED);

const whoseChange = ({ member }: MemberChange): string => member ?? DELETED;

const REASONS: Readonly<Record<string, string>> = {
  'unknown-title': 'There is no such title',
  'never-opened': 'The listener never opened it',
  'too-long': 'More time than has passed',
};

export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;
