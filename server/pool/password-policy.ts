import { PoolError } from './errors.ts';

const SHORTEST = 8;
export const LONGEST_PASSWORD = 256;

const nonconforming = (problem: string): PoolError =>
  new PoolError('InvalidPasswordException', `Password did not conform with policy: ${problem}`);

let common: Promise<ReadonlySet<string>> | null = null;

/** The 50,000 most common passwords, in lower case. They are read when the first password is chosen. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((each) => each.length >= SHORTEST));
}

/**
 * Refuses a new password that is too short, or among the first that a stranger would try (SES-104): a common one, one
 * character again and again, or the address. The routes refuse a password that is too long.
 *
 * @throws {PoolError} InvalidPasswordException
 */
export async function requirePolicy(password: string, email: string): Promise<void> {
  if (password.length < SHORTEST) throw nonconforming(`Password must have at least ${SHORTEST} characters`);
  common ??= readCommon();
  const chosen = password.normalize('NFC').toLowerCase().trim();
  const address = email.toLowerCase();
  const isObvious =
    /^(?<one>.)\k<one>*$/su.test(chosen) ||
    [address, address.replace(/@.*/su, '')].includes(chosen) ||
    (await common).has(chosen);
  if (isObvious) throw nonconforming('Password is too common');
}
