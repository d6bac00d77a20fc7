import type { Member, MemberChange, MemberState } from '../../../domain/studio/members.ts';
import { formatInstant } from '../components/instants.ts';

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
  'signed-out': 'Signed out everywhere',
  removed: 'Deleted',
};

export const roleWord = (role: Member['role']): string => ROLES.find(([each]) => each === role)?.[1] ?? role;

/** The plan with its end, such as `Annual until 3 May 2027, 12:00`. */
export function planWords({ plan, until }: Pick<Member, 'plan' | 'until'>): string {
  const word = PLANS.find(([each]) => each === (plan ?? ''))?.[1] ?? '';
  return plan === null || until === null ? word : `${word} until ${formatInstant(until)}`;
}

export const actionWord = (action: string): string => ACTIONS[action] ?? action;

const DELETED = 'A deleted account';

export const whoDid = ({ by, isByOperator }: MemberChange): string =>
  isByOperator ? 'The operator' : (by ?? DELETED);

export const whoseChange = ({ member }: MemberChange): string => member ?? DELETED;

const REASONS: Readonly<Record<string, string>> = {
  'unknown-title': 'There is no such title',
  'never-opened': 'The listener never opened it',
  'too-long': 'More time than has passed',
};

export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;
