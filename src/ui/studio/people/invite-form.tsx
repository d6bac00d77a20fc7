import { useState } from 'react';
import {
  MEMBER_ROLES,
  type Invitation,
  type MemberPlan,
  type MemberRole,
} from '../../../domain/studio/members.ts';
import type { Instant } from '../../../domain/time.ts';
import { Button } from '../../components/controls/button.tsx';
import { InstantInput, TextInput } from '../components/fields.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { useStudio } from '../services.ts';
import { PLANS, ROLES } from './words.ts';
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
