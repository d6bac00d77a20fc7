import { expect, test } from 'vitest';
import { nameOfPasskey } from '../../../src/domain/account/passkey-name.ts';

test.each([
  ['Passkey', { text: 'Passkey' }],
  ['Passkey 12', { text: 'Passkey {number}', values: { number: 12 } }],
  ['Passkey of Ann', 'Passkey of Ann'],
  ['My Passkey 2', 'My Passkey 2'],
  ['', ''],
])('the name %s is shown as %j (ACC-41)', (name, shown) => {
  expect(nameOfPasskey(name)).toEqual(shown);
});
