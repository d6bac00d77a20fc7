import * as fc from 'fast-check';
import { expect } from 'vitest';
import { memberName } from '../../../src/domain/studio/members.ts';
import { law } from '../laws.ts';

law(
  'a member without a name is called by the address (STU-30)',
  [fc.string(), fc.string()],
  (name, email) => {
    expect(memberName({ name, email })).toBe(name.trim() === '' ? email : name);
  },
);
