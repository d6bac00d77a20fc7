import { expect, test } from 'vitest';
import { attributeField } from '../../../src/ui/screens/session/challenge-step.tsx';

test.each([
  ['given_name', 'First Name'],
  ['birthdate', 'Date of birth'],
  ['custom:favoriteGenre', 'Favorite genre'],
  ['custom:member_no', 'Member no'],
  ['dev:custom:plan-2', 'Plan 2'],
  ['constructor', 'Constructor'],
  ['custom:', 'custom:'],
  ['__', '__'],
])('the detail %s is asked for as "%s"', (name, label) => {
  expect(attributeField(name).label).toBe(label);
});

test('uses a date field for a date, and a numeric keyboard for a number', () => {
  expect(attributeField('birthdate').type).toBe('date');
  expect(attributeField('phone_number').type).toBe('tel');
});
