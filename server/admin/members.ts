import { grant, revoke } from '../billing/grants.ts';
import type { AccountOrigin } from '../pool/manage-users.ts';
import { LONGEST_PASSWORD } from '../pool/password-policy.ts';
import {
  addMember,
  disconnectMember,
  findMembers,
  inviteMember,
  type ListedMember,
  listMembers,
  type Member,
  type Plan,
  removeMember,
  setDisabled,
  setPlan,
  setRole,
  signOutEverywhere,
} from '../members/manage-members.ts';
import type { Role } from '../members/tables.ts';
import { type Call, CommandError, type Commands, iso, managing, say } from './command.ts';

const EMAIL = /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u;

export const MEMBER_COMMANDS: Commands = {
  'member add': {
    help: 'member add EMAIL [--password-stdin] [--name N] [--role listener|publisher|owner] [--plan monthly|annual] [--until DATE]',
    count: 1,
    options: ['password-stdin', 'name', 'role', 'plan', 'until'],
    run: add,
  },
  'member invite': {
    help: 'member invite EMAIL [--name N] [--role …] [--plan …] [--until DATE]   sends a temporary password, or prints it',
    count: 1,
    options: ['name', 'role', 'plan', 'until'],
    run: invite,
  },
  'member list': {
    help: 'member list                            everybody with role, plan and state',
    count: 0,
    run: list,
  },
  'member find': {
    help: 'member find TEXT                       those whose address or name contains the text',
    count: 1,
    async run(call) {
      const { total, members } = await findMembers(
        call.context.db,
        {
          text: call.subject,
          offset: 0,
          limit: 1000,
        },
        call.context.clock.now(),
      );
      const rest = total > members.length ? `\nand ${total - members.length} more` : '';
      return say(call, memberLines(members) + rest, { total, members: members.map(wireMember) });
    },
  },
  'member plan': {
    help: 'member plan EMAIL monthly|annual|none [--until DATE]',
    count: 2,
    options: ['until'],
    async run(call) {
      const { subject, object, values } = call;
      const plan = object === 'none' || object === 'free' ? null : planOf(object);
      const until = dateOf(values.until);
      await setPlan(managing(call), subject, plan, until);
      return say(call, `${subject}: ${plan ?? 'no plan'}.`, { email: subject, plan, until: iso(until) });
    },
  },
  'member role': {
    help: 'member role EMAIL listener|publisher|owner',
    count: 2,
    async run(call) {
      const { subject, object } = call;
      const role = roleOf(object);
      await setRole(managing(call), subject, role);
      return say(call, `${subject}: ${role}.`, { email: subject, role });
    },
  },
  'member disable': {
    help: 'member disable EMAIL                   ends all sessions, and allows no sign-in',
    count: 1,
    async run(call) {
      await setDisabled(managing(call), call.subject, true);
      return say(call, `${call.subject} cannot sign in any more.`, { disabled: call.subject });
    },
  },
  'member enable': {
    help: 'member enable EMAIL',
    count: 1,
    async run(call) {
      await setDisabled(managing(call), call.subject, false);
      return say(call, `${call.subject} can sign in again.`, { enabled: call.subject });
    },
  },
  'member sign-out': {
    help: 'member sign-out EMAIL                  ends all sessions',
    count: 1,
    async run(call) {
      await signOutEverywhere(managing(call), call.subject);
      return say(call, `All sessions of ${call.subject} have ended.`, { signed_out: call.subject });
    },
  },
  'member disconnect': {
    help: 'member disconnect EMAIL                takes all sign-ins at other providers, and ends all sessions',
    count: 1,
    async run(call) {
      const count = await disconnectMember(managing(call), call.subject);
      return say(call, `${call.subject} had ${count} sign-ins at other providers.`, {
        disconnected: call.subject,
        count,
      });
    },
  },
  'member remove': {
    help: 'member remove EMAIL',
    count: 1,
    async run(call) {
      await removeMember(managing(call), call.subject);
      return say(call, `Removed ${call.subject}.`, { removed: call.subject });
    },
  },
  grant: {
    help: 'grant EMAIL CONTENT_ID                 a single purchase',
    count: 2,
    async run(call) {
      const { subject, object } = call;
      await grant(managing(call), subject, object);
      return say(call, `${subject} has ${object}.`, { granted: object, email: subject });
    },
  },
  revoke: {
    help: 'revoke EMAIL CONTENT_ID',
    count: 2,
    async run(call) {
      const { subject, object } = call;
      await revoke(managing(call), subject, object);
      return say(call, `${subject} no longer has ${object}.`, { revoked: object, email: subject });
    },
  },
};

async function add(call: Call): Promise<number> {
  const { subject, values, input } = call;
  if (values['password-stdin'] !== true) {
    throw new CommandError(
      'Give the password on standard input, with --password-stdin, or call this on a terminal.',
    );
  }
  const password = input.replace(/\r?\n$/, '');
  if (password.length > LONGEST_PASSWORD) {
    throw new CommandError(`A password has at most ${LONGEST_PASSWORD} characters.`);
  }
  const member = newMember(call);
  const { role, plan, until } = member;
  const account = await addMember(managing(call), { ...member, password });
  const text = `Added ${subject}: ${role}, ${plan ?? 'no plan'}.${ACCOUNTS[account]}`;
  return say(call, text, {
    added: subject,
    role,
    plan,
    until: iso(until),
    account,
    password_set: account !== 'existing',
  });
}

/** What happened to an earlier account of the same address. */
const ACCOUNTS: Readonly<Record<AccountOrigin, string>> = {
  new: '',
  replaced:
    '\nThe address had an account that was never confirmed. It was replaced: its password, codes and sign-ins are gone.',
  existing:
    '\nThe address had an account already. It keeps its password, and the given password was not used.',
};

/** The member of `member add` and `member invite`. */
function newMember({ subject, values }: Call): Member {
  if (!EMAIL.test(subject)) throw new CommandError(`"${subject}" is not an e-mail address.`);
  const role = roleOf(values.role);
  // Owners and publishers hear everything.
  const plan = planOf(values.plan) ?? (role === 'listener' ? null : 'annual');
  const name = values.name ?? subject.replace(/@.*/u, '');
  return { email: subject, name, role, plan, until: dateOf(values.until) };
}

async function invite(call: Call): Promise<number> {
  const { context, subject } = call;
  const { send, link } = context.invitations;
  if (send !== null && !URL.canParse(link())) {
    throw new CommandError('Set PUBLIC_URL, so that the mail can say where to sign in.');
  }
  const invited = await inviteMember(managing(call), newMember(call), context.invitations);
  const { password, account } = invited;
  const end = iso(invited.until) ?? '';
  const note = account === 'replaced' ? ACCOUNTS.replaced : '';
  const fields = { invited: subject, until: end, account };
  if (send !== null) return say(call, `Invited ${subject} by mail, until ${end}.${note}`, fields);
  return say(call, `Invited ${subject}. The temporary password is ${password}, until ${end}.${note}`, {
    ...fields,
    password,
  });
}

async function list(call: Call): Promise<number> {
  const members = await listMembers(call.context.db, call.context.clock.now());
  return say(call, members.length === 0 ? 'There are no members yet.' : memberLines(members), {
    members: members.map(wireMember),
  });
}

const memberLines = (members: readonly ListedMember[]): string =>
  members
    .map(({ email, name, role, plan, until, state }) => {
      const end = until === null ? '' : ` until ${iso(until) ?? ''}`;
      return `${email}  ${name}  ${role}  ${plan ?? 'free'}${end}${state === 'active' ? '' : `  ${state}`}`;
    })
    .join('\n');

const wireMember = ({ email, name, role, plan, until, state }: ListedMember) => ({
  email,
  name,
  role,
  plan,
  until: iso(until),
  state,
});

function roleOf(text: string | undefined): Role {
  if (text === undefined) return 'listener';
  if (text === 'listener' || text === 'publisher' || text === 'owner') return text;
  throw new CommandError(`--role is listener, publisher or owner, not "${text}".`);
}

function planOf(text: string | undefined): Plan | null {
  if (text === undefined) return null;
  if (text === 'monthly' || text === 'annual') return text;
  throw new CommandError(`A plan is monthly or annual, not "${text}".`);
}

/** Reads a date or an instant, as epoch milliseconds. A date means the end of the day in UTC. */
function dateOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time)) throw new CommandError(`--until is a date such as 2027-12-31, not "${text}".`);
  return time;
}
