import { expect, test } from 'vitest';
import { OPERATOR } from '../../members/audit.ts';
import { addMember } from '../../members/manage-members.ts';
import { ownLibrary } from '../library/support/own-library.ts';
import { session, userOf } from '../pool/client.ts';
import { ApiClient } from '../support/provider.ts';

const PASSWORD = 'Words-of-enough-1';

test('the response about a listener names the studio to publishers and owners alone (STU-56)', async () => {
  const { db, pool, clock, origin } = (await ownLibrary({})).provider;
  const managing = { db, pool, clock, by: OPERATOR };
  for (const [role, studio] of [
    ['listener', undefined],
    ['publisher', `${origin}/studio`],
    ['owner', `${origin}/studio`],
  ] as const) {
    const email = `${role}@studio.test`;
    await addMember(managing, { email, name: role, role, plan: 'annual', until: null, password: PASSWORD });
    const { access } = await session(userOf(`${origin}/pool`, email), PASSWORD);
    const { body } = await new ApiClient(origin, access).get('/user');
    expect(body).toMatchObject({ email });
    expect(Reflect.get(Object(body), 'studio'), role).toBe(studio);
  }
});
