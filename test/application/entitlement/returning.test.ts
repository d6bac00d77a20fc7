// Proves ENT-35, ENT-36, ENT-37.
import { describe, expect, test, vi } from 'vitest';
import { DecideToPlay } from '../../../src/application/playback/decide-to-play.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { FollowMembership } from '../../../src/application/entitlement/follow-membership.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import type { User } from '../../../src/domain/account/user.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const BOUGHT = { ...QUIET_MIND, isPurchased: true };

const signedIn = async (user: User = FREE_LISTENER, item: ContentItem = QUIET_MIND): Promise<Harness> => {
  const harness = new Harness({ items: [item], user });
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  return harness;
};

const userRequests = ({ api }: Harness): number =>
  api.faults.calls.filter((call) => call === 'users.me').length;

/** The listener returns to the tab. */
const returnToTab = (harness: Harness) => {
  const refreshScreen = vi.fn<() => void>();
  return { refreshScreen, refreshed: harness.get(FollowMembership).returned(refreshScreen) };
};

describe('a listener who returns to the tab', () => {
  test('is fetched again, also after a refusal, and the screen is not reloaded', async () => {
    const harness = await signedIn(SUBSCRIBER);
    harness.api.faults.failNext('users.me', 'not-found');
    await returnToTab(harness).refreshed;
    expect(harness.user.isSignedIn).toBe(false);
    harness.cache.store('GET /browse');
    const { refreshed, refreshScreen } = returnToTab(harness);
    await refreshed;
    expect(harness.user.user).toEqual(SUBSCRIBER);
    expect(refreshScreen).not.toHaveBeenCalled();
    expect(harness.cache.names).toEqual(['GET /browse']);
  });

  test('is not fetched if nobody is signed in', async () => {
    const harness = await signedIn();
    harness.get(SignOut).signOut();
    const before = userRequests(harness);
    await returnToTab(harness).refreshed;
    expect(userRequests(harness)).toBe(before);
  });
});

describe('a listener who returns from a purchase page', () => {
  test('gets the screen loaded again three times within half a minute', async () => {
    const harness = await signedIn();
    harness.get(FollowMembership).linkUsed();
    await harness.passes(60);
    harness.api.content.user = SUBSCRIBER;
    harness.cache.store('GET /browse');
    const { refreshScreen } = returnToTab(harness);
    await harness.passes(0);
    expect(harness.user.user).toEqual(SUBSCRIBER);
    expect(refreshScreen).toHaveBeenCalledTimes(1);
    expect(harness.cache.names).toEqual([]);
    await harness.passes(30);
    expect(refreshScreen).toHaveBeenCalledTimes(3);
    await harness.passes(600);
    expect(refreshScreen).toHaveBeenCalledTimes(3);
  });

  test('has an empty cache as soon as the purchase link was used', async () => {
    const harness = await signedIn();
    harness.cache.store('GET /browse');
    harness.get(FollowMembership).linkUsed();
    expect(harness.cache.names).toEqual([]);
  });

  test('who returns twice causes requests only for the last return', async () => {
    const harness = await signedIn();
    harness.get(FollowMembership).linkUsed();
    const first = returnToTab(harness);
    const second = returnToTab(harness);
    await harness.passes(60);
    expect(first.refreshScreen).not.toHaveBeenCalled();
    expect(second.refreshScreen).toHaveBeenCalledTimes(3);
  });

  test('can play a purchase at once, although the page shows the old item', async () => {
    const harness = await signedIn(FREE_LISTENER, BOUGHT);
    expect(harness.get(DecideToPlay).playsAtOnce(QUIET_MIND)).toBe(false);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.user.subscribeModalVisible, 'no purchase is expected yet').toBe(true);
    harness.user.closeOffer();
    harness.get(FollowMembership).linkUsed();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.audio?.isPurchased).toBe(true);
  });

  test('is not expected to have bought after an hour, or after the session has ended', async () => {
    const harness = await signedIn();
    const follow = harness.get(FollowMembership);
    follow.linkUsed();
    expect(follow.expectsPurchase).toBe(true);
    await harness.passes(3600);
    expect(follow.expectsPurchase).toBe(false);
    follow.linkUsed();
    harness.get(SignOut).end();
    expect(follow.expectsPurchase).toBe(false);
  });
});
