import * as v from 'valibot';
import { expect, test } from 'vitest';
import { findMember } from '../../members/manage-members.ts';
import { signIn, userOf } from '../pool/client.ts';
import { useProvider } from '../support/provider.ts';
import { member } from './studio-client.ts';

const log: string[] = [];
const provider = useProvider({ library: [], log: (line) => log.push(line) });

const invited = v.object({ access: v.object({ link: v.string(), password: v.string() }) });

test('an invitation without a mail server shows its password to the owner once, and to no log or cache (STU-71)', async () => {
  const { origin, db } = provider();
  const { studio } = await member(provider(), 'olga@listener.test', 'owner');
  const email = 'ilse@listener.test';
  const invite = async (): Promise<v.InferOutput<typeof invited>['access']> => {
    const invitation = { email, name: 'Ilse', role: 'listener', plan: null, until: null };
    const { status, headers, body } = await studio.call('POST', '/members', invitation);
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    return v.parse(invited, body).access;
  };
  const [first, second] = [await invite(), await invite()];
  expect(second.link).toBe(`${origin}/login`);
  const user = () => userOf(`${origin}/pool`, email);
  await expect(signIn(user(), first.password)).rejects.toThrow('Incorrect');
  expect((await signIn(user(), second.password)).kind).toBe('new-password');
  const { id = '' } = (await findMember(db, email, Date.now())) ?? {};
  const { status, body } = await studio.get(`/members/${id}`);
  expect(status).toBe(200);
  for (const text of [JSON.stringify(body), log.join('\n')]) {
    for (const { password } of [first, second]) expect(text).not.toContain(password);
  }
  expect(log.join('\n')).not.toContain(email);
}, 60_000);
