// Proves SES-71.
import { describe, expect, test } from 'vitest';
import {
  firstName,
  isSignedIn,
  knownListener,
  NOBODY,
  UNKNOWN_LISTENER,
  userId,
} from '../../../src/domain/account/user.ts';
import { aText } from '../../arbitraries/text.ts';
import { aUser } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

describe('the user', () => {
  law('is signed in exactly if the id is not empty', [aUser()], (user) => {
    expect(isSignedIn(user)).toBe(user.id.length > 0);
  });

  law('the first name is never empty and has no space', [aUser()], (user) => {
    expect(firstName(user)).toMatch(/^[^ ]+$/u);
  });

  law('the first name depends only on the first word', [aText(), aText()], (word, rest) => {
    const name = `Ada${word.replaceAll(' ', '')}`;
    expect(firstName({ name: `${name} ${rest}` })).toBe(name);
  });

  test('the user for nobody is signed out, is called Friend and has no plan', () => {
    expect(NOBODY).toEqual({ id: '', name: 'Friend', email: '', paymentDetails: null, hasPurchases: false });
    expect(isSignedIn(NOBODY)).toBe(false);
    expect(isSignedIn({ id: userId('7') })).toBe(true);
    expect(firstName(NOBODY)).toBe('Friend');
  });

  test.each([
    ['Ada Lovelace', 'Ada'],
    ['  Ada  Lovelace', 'Ada'],
    ['Ada', 'Ada'],
    ['José Ángel', 'José'],
    ['村上 春樹', '村上'],
    ['', 'Friend'],
    ['   ', 'Friend'],
  ])('%j is greeted as %j', (name, greeted) => {
    expect(firstName({ name })).toBe(greeted);
  });
});

test('the listener is unknown at first, and known with a user', () => {
  expect(UNKNOWN_LISTENER).toEqual({ kind: 'unknown' });
  expect(knownListener(NOBODY)).toEqual({ kind: 'known', user: NOBODY });
});
