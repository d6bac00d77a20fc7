// Proves ENT-6.
import { describe, expect, test } from 'vitest';
import { FollowMembership, LoadPurchases } from '../../../src/application/entitlement/follow-membership.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { FREE_LISTENER, QUIET_MIND } from '../titles.ts';

const BOUGHT = { ...QUIET_MIND, isPurchased: true };

const listening = (...items: readonly ContentItem[]): Harness =>
  new Harness({ items, user: FREE_LISTENER, asPage: true });

const signIn = async (harness: Harness): Promise<void> => {
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
};

describe('whether the listener has bought anything', () => {
  test('is loaded from the list of purchases after the sign-in', async () => {
    const harness = listening(BOUGHT);
    await signIn(harness);
    await harness.passes(10);
    expect(harness.user.user).toEqual({ ...FREE_LISTENER, hasPurchases: true });
    const other = listening(QUIET_MIND);
    await signIn(other);
    await other.passes(10);
    expect(other.user.user.hasPurchases).toBe(false);
  });

  test('does not change if the list cannot be loaded, or if the listener is fetched again', async () => {
    const harness = listening(BOUGHT);
    await signIn(harness);
    await harness.passes(10);
    harness.api.faults.failNext('users.purchased', 'server');
    await harness.get(FollowMembership).returned(() => undefined);
    await harness.passes(60);
    expect(harness.user.user.hasPurchases).toBe(true);
  });

  test('is loaded again when the listener returns from a purchase', async () => {
    const harness = listening(BOUGHT);
    harness.api.faults.failNext('users.purchased', 'server');
    await signIn(harness);
    await harness.passes(10);
    expect(harness.user.user.hasPurchases).toBe(false);
    harness.get(FollowMembership).linkUsed();
    void harness.get(FollowMembership).returned(() => undefined);
    await harness.passes(60);
    expect(harness.user.user.hasPurchases).toBe(true);
  });

  test('is ignored for the next listener', async () => {
    const harness = listening(BOUGHT);
    await signIn(harness);
    const loading = harness.get(LoadPurchases).load();
    harness.get(SignOut).signOut();
    await loading;
    await harness.passes(10);
    expect(harness.user.user.hasPurchases).toBe(false);
  });
});
