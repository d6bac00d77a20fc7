import { message, type Worded } from '../message.ts';

const FIRST_NAME = /^Passkey(?: (?<number>\d+))?$/u;

/**
 * The name of a passkey as it is shown. The provider calls a new one `Passkey` or `Passkey 2`, whatever the language is; that name
 * is a text of the catalogues. A name that the listener gave is a plain text (ACC-41).
 */
export function nameOfPasskey(name: string): string | Worded {
  const found = FIRST_NAME.exec(name);
  if (found === null) return name;
  const number = found.groups?.['number'];
  return number === undefined
    ? { text: message('Passkey') }
    : message('Passkey {number}', { number: Number(number) });
}
