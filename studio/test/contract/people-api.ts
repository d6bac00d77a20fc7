import { expect, test } from 'vitest';
import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import type { Result } from '../../../src/domain/result.ts';
import { feedId } from '../../../src/domain/feeds/private-feed.ts';
import { memberId, type Invitation, type MemberDetail } from '../../src/domain/members.ts';
import { instant } from '../../../src/domain/time.ts';
import type { StudioFailure, PeopleApi } from '../../src/ports/studio-api.ts';

/** The people of a provider, as its only owner who can sign in sees them. */
export type PeopleFixture = {
  readonly api: PeopleApi;
  /** The same people, as a publisher calls. */
  readonly publisher: PeopleApi;
  /** A title that can be given. */
  readonly title: ContentId;
};

const valueOf = <Value>(result: Result<Value, StudioFailure>): Value => {
  if (!result.ok)
    throw new Error(`The call failed: ${result.error.kind}: ${JSON.stringify(result.error.message)}`);
  return result.value;
};
const failureOf = (result: Result<unknown, StudioFailure>): string =>
  result.ok ? 'none' : result.error.kind;

const ALL = { offset: 0, limit: 100 };
let count = 0;

/** What every provider does about its members. */
export function describePeople(make: () => Promise<PeopleFixture>): void {
  const invited = async (api: PeopleApi, changes: Partial<Invitation> = {}): Promise<MemberDetail> => {
    count += 1;
    const email = `invited-${count}@example.org`;
    const invitation = { email, name: `Ina ${count}`, role: 'listener', plan: null, until: null } as const;
    return valueOf(await api.invite({ ...invitation, ...changes })).detail;
  };

  test('finds an invited member by a part of the address, in any case, and of the name', async () => {
    const { api } = await make();
    const { member } = await invited(api, { role: 'publisher', plan: 'annual' });
    expect(member).toMatchObject({ state: 'invited', role: 'publisher', plan: 'annual', until: null });
    for (const text of [member.email.toUpperCase(), member.name.toLowerCase()]) {
      const { members } = valueOf(await api.members(text, ALL));
      expect(members.map(({ id }) => id)).toContain(member.id);
    }
    expect(valueOf(await api.members('no%body', ALL))).toEqual({ total: 0, members: [] });
    expect(valueOf(await api.member(member.id)).member).toEqual(member);
  });

  test('lists members in parts that add up', async () => {
    const { api } = await make();
    await invited(api);
    await invited(api);
    const all = valueOf(await api.members('', ALL));
    expect(all.members.length).toBe(all.total);
    const second = valueOf(await api.members('', { offset: 1, limit: 1 }));
    expect(second).toEqual({ total: all.total, members: [all.members[1]] });
  });

  test('invites an address again as long as nobody has signed in', async () => {
    const { api } = await make();
    const { member } = await invited(api);
    const again = await invited(api, { email: member.email, role: 'publisher' });
    expect(again.member).toMatchObject({ id: member.id, role: 'publisher' });
  });

  test('shows an address and a new password for each invitation without a mail (STU-71)', async () => {
    const { api } = await make();
    const invitation = { name: 'Ida', role: 'listener', plan: null, until: null } as const;
    const invite = async () => valueOf(await api.invite({ ...invitation, email: 'ida@example.org' })).access;
    const [first, second] = [await invite(), await invite()];
    expect(first?.link).toMatch(/\/login$/u);
    expect(first?.password).not.toBe('');
    expect(second?.password).not.toBe(first?.password);
  });

  test('saves a plan with its end, and a role, each with an entry in the changes', async () => {
    const { api } = await make();
    const { member } = await invited(api);
    const until = instant(Date.UTC(2031, 4, 3, 12));
    expect(valueOf(await api.setPlan(member.id, 'monthly', until)).member).toMatchObject({
      plan: 'monthly',
      until,
    });
    const { member: changed, changes } = valueOf(await api.setRole(member.id, 'publisher'));
    expect(changed.role).toBe('publisher');
    expect(changes.map(({ action }) => action)).toEqual(['role', 'plan', 'invited']);
    expect(changes.every(({ by, isByOperator }) => by !== null && !isByOperator)).toBe(true);
    expect(valueOf(await api.changes(ALL))[0]).toMatchObject({ action: 'role', member: member.email });
    expect(valueOf(await api.setPlan(member.id, null, null)).member).toMatchObject({
      plan: null,
      until: null,
    });
  });

  test('gives a title once, and takes it back once', async () => {
    const { api, title } = await make();
    const { member } = await invited(api);
    expect(valueOf(await api.grant(member.id, title)).titles.map(({ id }) => id)).toEqual([title]);
    expect(valueOf(await api.grant(member.id, title)).titles).toHaveLength(1);
    expect(valueOf(await api.revoke(member.id, title)).titles).toEqual([]);
    expect(failureOf(await api.revoke(member.id, title))).toBe('invalid');
    expect(failureOf(await api.revokeFeed(member.id, feedId('nothing')))).toBe('invalid');
  });

  test('disables and enables a member, and ends the sessions', async () => {
    const { api } = await make();
    const { member } = await invited(api);
    expect(valueOf(await api.setDisabled(member.id, true)).member.state).toBe('disabled');
    expect(valueOf(await api.setDisabled(member.id, false)).member.state).not.toBe('disabled');
    expect(valueOf(await api.signOut(member.id)).changes[0]?.action).toBe('signed-out');
  });

  test('deletes a member, whose address is in no change any more', async () => {
    const { api } = await make();
    const { member } = await invited(api);
    valueOf(await api.remove(member.id));
    expect(failureOf(await api.member(member.id))).toBe('not-found');
    const [newest, ...older] = valueOf(await api.changes(ALL));
    expect(newest).toMatchObject({ action: 'removed', member: null });
    expect(older.map((change) => change.member)).not.toContain(member.email);
  });

  test('knows no member who is not there', async () => {
    const { api } = await make();
    const nobody = memberId('nobody');
    for (const failed of [
      await api.member(nobody),
      await api.setPlan(nobody, null, null),
      await api.setDisabled(nobody, true),
      await api.remove(nobody),
    ])
      expect(failureOf(failed)).toBe('not-found');
  });

  test('never loses the last owner', async () => {
    const { api } = await make();
    const owners = valueOf(await api.members('', ALL)).members.filter(({ role }) => role === 'owner');
    expect(owners).toHaveLength(1);
    const [{ id } = { id: memberId('') }] = owners;
    expect(failureOf(await api.setRole(id, 'listener'))).toBe('invalid');
    expect(failureOf(await api.setDisabled(id, true))).toBe('invalid');
    expect(failureOf(await api.remove(id))).toBe('invalid');
    expect(valueOf(await api.member(id)).member).toMatchObject({ role: 'owner', state: 'active' });
  });

  test('shows members and statements to owners only (STU-36)', async () => {
    const { api, publisher } = await make();
    const { member } = await invited(api);
    expect(failureOf(await publisher.members('', ALL))).toBe('not-allowed');
    expect(failureOf(await publisher.setRole(member.id, 'owner'))).toBe('not-allowed');
    expect(failureOf(await publisher.changes(ALL))).toBe('not-allowed');
    expect(failureOf(await publisher.statement('2026-01', '2026-12'))).toBe('not-allowed');
    expect(failureOf(await publisher.setDownloadsPaid(true))).toBe('not-allowed');
    for (const isPaid of [true, true, false]) {
      valueOf(await api.setDownloadsPaid(isPaid));
      const { lines, downloads } = valueOf(await api.statement('2026-01', '2026-12'));
      expect([lines, downloads]).toEqual([[], { titles: [], isPaid, lines: [] }]);
    }
    const changes = valueOf(await api.changes({ offset: 0, limit: 2 }));
    expect(changes.map(({ action, member }) => [action, member])).toEqual([
      ['downloads-unpaid', null],
      ['downloads-paid', null],
    ]);
  });
}
