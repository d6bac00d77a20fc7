import { describe, expect, test } from 'vitest';
import { FollowMembership } from '../../../src/application/entitlement/follow-membership.ts';
import { LoadPurchases } from '../../../src/application/entitlement/load-purchases.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { FREE_LISTENER, QUIET_MIND } from '../titles.ts';

const BOUGHT = { ...QUIET_MIND, isPurchased: true };

const listening = (...items: readonly ContentItem[]): Harness =>
  new Harness({ items, user: FREE_LISTENER, asPage: true });

const signsIn = async (harness: Harness): Promise<void> => {
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
};

describe('whether a listener has bought anything', () => {
  test('is read from the list of purchases after the sign-in', async () => {
    const harness = listening(BOUGHT);
    await signsIn(harness);
    await harness.passes(10);
    expect(harness.user.user).toEqual({ ...FREE_LISTENER, hasPurchases: true });
    const other = listening(QUIET_MIND);
    await signsIn(other);
    await other.passes(10);
    expect(other.user.user.hasPurchases).toBe(false);
  });

  test('stays as it is known while the list cannot be read, and when the listener is fetched again', async () => {
    const harness = listening(BOUGHT);
    await signsIn(harness);
    await harness.passes(10);
    harness.api.faults.failNext('users.purchased', 'server');
    await harness.get(FollowMembership).returned(() => undefined);
    await harness.passes(60);
    expect(harness.user.user.hasPurchases).toBe(true);
  });

  test('is read again when the listener comes back from buying', async () => {
    const harness = listening(BOUGHT);
    harness.api.faults.failNext('users.purchased', 'server');
    await signsIn(harness);
    await harness.passes(10);
    expect(harness.user.user.hasPurchases).toBe(false);
    harness.get(FollowMembership).linkUsed();
    void harness.get(FollowMembership).returned(() => undefined);
    await harness.passes(60);
    expect(harness.user.user.hasPurchases).toBe(true);
  });

  test('says nothing of whoever comes next', async () => {
    const harness = listening(BOUGHT);
    await signsIn(harness);
    const asked = harness.get(LoadPurchases).load();
    harness.get(SignOut).signOut();
    await asked;
    await harness.passes(10);
    expect(harness.user.user.hasPurchases).toBe(false);
  });
});
