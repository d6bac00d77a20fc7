import { type Message, message } from 'audio-streaming-translations/message';
import { translate } from 'audio-streaming-translations/translate';
import { accountError, isEmail, requireAccount } from '../account.ts';
import { IN_ENGLISH } from '../../languages/catalogues.ts';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import { addIdentity, findIdentity, identitiesOf, noteIdentityUse } from './identities.ts';
import { removeUnconfirmed } from '../manage-users.ts';
import type { PoolUser } from '../migrations.ts';
import { newOpaqueToken } from '../opaque.ts';
import { findUser, insertUser, normalizeEmail, setPassword } from '../users.ts';
import { isStorable } from '../../db/errors.ts';
import { claimAt, type IdentifiedPerson } from '../issuers/issuer.ts';
import { givenBy, type IssuerSettings } from '../issuers/settings.ts';

const IN_ASCII = /[ -~]/u;
const LONGEST_NAME = 120;
const LONGEST_SUBJECT = 1024;

/**
 * The account of a person who signed in at an issuer: the one that this issuer and subject have, one that is joined, or
 * a new one (SES-155, SES-156 in docs/rules/session.md). The member gets the role and the plan of the person's groups.
 *
 * @throws {PoolError} whose message the page shows
 */
export async function accountOf(
  context: PoolContext,
  settings: IssuerSettings,
  person: IdentifiedPerson,
): Promise<PoolUser> {
  if (person.subject.length > LONGEST_SUBJECT || !isStorable(person.subject)) {
    throw refusal(
      message('{name} does not say who you are in a form that can be stored.', { name: settings.name }),
    );
  }
  const email = verifiedAddress(person.claims);
  const user =
    (await knownUser(context, settings, person)) ?? (await joinedOrNewUser(context, settings, person, email));
  await context.identityUsed({
    sub: user.sub,
    email: user.attributes['email_verified'] === 'true' ? user.email : '',
    name: user.attributes['name'] ?? '',
    issuer: settings.issuer,
    provider: settings.name,
    given: givenBy(settings, groupsOf(settings, person.claims)),
  });
  return user;
}

const refusal = (words: Message): PoolError =>
  new PoolError('NotAuthorizedException', translate(IN_ENGLISH, words), words);

async function knownUser(
  context: PoolContext,
  settings: IssuerSettings,
  person: IdentifiedPerson,
): Promise<PoolUser | undefined> {
  const identity = await findIdentity(context, person);
  if (identity === undefined) return undefined;
  const user = await requireAccount(context, identity.sub);
  await noteIdentityUse(context, person, { provider: settings.name, email: saidAddress(person.claims) });
  return user;
}

/** Joins an account that has the address, or makes one. */
async function joinedOrNewUser(
  context: PoolContext,
  settings: IssuerSettings,
  person: IdentifiedPerson,
  email: string | null,
  triesLeft = 3,
): Promise<PoolUser> {
  const existing = email === null ? undefined : await findUser(context, email);
  if (existing !== undefined && existing.status !== 'UNCONFIRMED') {
    // A sign-in of the same person at the same moment may have made the account.
    return (await knownUser(context, settings, person)) ?? (await join(context, settings, person, existing));
  }
  // Nobody has proved this address, so the account may be a stranger's. It is removed, and never joined.
  if (existing !== undefined) await removeUnconfirmed(context, existing.sub);
  const made = await context.db
    .transaction()
    .execute(async (db) => {
      const own = { ...context, db };
      const user = await insertUser(own, {
        // An address that is not proved is not stored, so its owner can still sign up with it.
        email: email ?? `${settings.id}:${newOpaqueToken(12)}`,
        // Nobody knows this password. A mailed code sets another one.
        password: newOpaqueToken(),
        status: 'CONFIRMED',
        attributes: { name: nameIn(person.claims, email), ...(email !== null && { email_verified: 'true' }) },
      });
      if (user === undefined || !(await connect(own, settings, person, user.sub))) throw new TakenError();
      return user;
    })
    .catch((error: unknown) => {
      if (error instanceof TakenError) return null;
      throw error;
    });
  if (made !== null) return made;
  // Another sign-in of the person, or a sign-up, came first.
  const known = await knownUser(context, settings, person);
  if (known !== undefined) return known;
  if (triesLeft === 0) throw refusal(message('This did not work. Please try again.'));
  return joinedOrNewUser(context, settings, person, email, triesLeft - 1);
}

/** Somebody else was faster. */
class TakenError extends Error {}

const connect = (
  context: PoolContext,
  { name: provider }: IssuerSettings,
  { issuer, subject, claims }: IdentifiedPerson,
  sub: string,
): Promise<boolean> => addIdentity(context, { issuer, subject, sub, provider, email: saidAddress(claims) });

/** Joins an account with the same address, if the operator wants it and both sides have proved the address (SES-156). */
async function join(
  context: PoolContext,
  settings: IssuerSettings,
  person: IdentifiedPerson,
  user: PoolUser,
): Promise<PoolUser> {
  const { name, joins } = settings;
  const { email, attributes } = user;
  const others = await identitiesOf(context, user.sub);
  // What an issuer says of addresses counts only if the operator lets it join accounts.
  const isTrusted = others.every(({ issuer }) =>
    context.issuers.some((each) => each.settings.issuer === issuer && each.settings.joins),
  );
  const isProved =
    isTrusted &&
    attributes['email_verified'] === 'true' &&
    normalizeEmail(attributes['email'] ?? '') === email;
  if (!joins || !isProved) {
    throw refusal(
      message(
        'There is an account with your e-mail address already, and it is not connected with {name}. Sign in with its password or a passkey. If you have neither, use “Forgot your password?” below.',
        { name },
      ),
    );
  }
  if (!user.enabled) throw accountError('user-disabled');
  if (others.some(({ issuer }) => issuer === person.issuer)) {
    throw refusal(
      message(
        'Your account here is connected with another account at {name} that had the same e-mail address. Use “Forgot your password?” below to get in, or write to those who run this service.',
        { name },
      ),
    );
  }
  // The temporary password of an invitation counts no more.
  if (user.status === 'FORCE_CHANGE_PASSWORD') await setPassword(context, user.sub, newOpaqueToken());
  await context.db.transaction().execute(async (db) => {
    if (!(await connect({ ...context, db }, settings, person, user.sub))) return;
    await context.mail?.(db, {
      to: email,
      sub: user.sub,
      kind: 'identity-joined',
      fields: { name, at: context.clock.now() },
    });
  });
  return (await knownUser(context, settings, person)) ?? requireAccount(context, user.sub);
}

/** The address that the issuer names, verified or not. */
function saidAddress({ email }: IdentifiedPerson['claims']): string | null {
  return typeof email === 'string' && isStorable(email) && isEmail(email) ? email : null;
}

/**
 * The address of a person, if the issuer has verified it. Null if it has a letter that becomes an ASCII letter when addresses
 * are compared. For example the sign of Kelvin becomes a k, so the address would be somebody else's.
 */
function verifiedAddress(claims: IdentifiedPerson['claims']): string | null {
  const email = saidAddress(claims);
  if (email === null || claims['email_verified'] !== true) return null;
  const isClear = Array.from(email).every(
    (letter) => IN_ASCII.test(letter) || !IN_ASCII.test(normalizeEmail(letter)),
  );
  return isClear ? email : null;
}

/** A name for the account. */
function nameIn(claims: IdentifiedPerson['claims'], email: string | null): string {
  const text = (claim: string): string => {
    const value = claims[claim];
    return typeof value === 'string' && isStorable(value) ? value.replaceAll(/[\p{C}\s]+/gu, ' ').trim() : '';
  };
  const names = [
    text('name'),
    `${text('given_name')} ${text('family_name')}`.trim(),
    text('preferred_username').replace(/@.*/u, ''),
    (email ?? '').replace(/@.*/u, ''),
  ];
  const name = names.find((each) => each !== '') ?? 'Listener';
  return Array.from(name).slice(0, LONGEST_NAME).join('');
}

/** The groups of a person. An issuer may send a single group as text, not as a list. */
function groupsOf({ groupsClaim }: IssuerSettings, claims: IdentifiedPerson['claims']): readonly string[] {
  if (groupsClaim === null) return [];
  return [claimAt(claims, groupsClaim)].flat().filter((each) => typeof each === 'string');
}
