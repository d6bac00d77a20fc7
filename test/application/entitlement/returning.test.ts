import { describe, expect, test, vi } from 'vitest';
import { FollowMembership } from '../../../src/application/entitlement/follow-membership.ts';
import { WelcomeState } from '../../../src/application/entitlement/welcome-state.ts';
import { DecideToPlay } from '../../../src/application/playback/decide-to-play.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import type { User } from '../../../src/domain/account/user.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { instant } from '../../../src/domain/time.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

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
  test('is fetched again, also after a refusal, and the screen is not reloaded (ENT-35)', async () => {
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

  test('is not fetched if nobody is signed in (ENT-35)', async () => {
    const harness = await signedIn();
    harness.get(SignOut).signOut();
    const before = userRequests(harness);
    await returnToTab(harness).refreshed;
    expect(userRequests(harness)).toBe(before);
  });
});

describe('a listener who returns from a purchase page', () => {
  test('gets the screen loaded again three times within half a minute (ENT-37)', async () => {
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

  test('has an empty cache as soon as the purchase link was used (ENT-36)', async () => {
    const harness = await signedIn();
    harness.cache.store('GET /browse');
    harness.get(FollowMembership).linkUsed();
    expect(harness.cache.names).toEqual([]);
  });

  test('who returns twice causes requests only for the last return (ENT-37)', async () => {
    const harness = await signedIn();
    harness.get(FollowMembership).linkUsed();
    const first = returnToTab(harness);
    const second = returnToTab(harness);
    await harness.passes(60);
    expect(first.refreshScreen).not.toHaveBeenCalled();
    expect(second.refreshScreen).toHaveBeenCalledTimes(3);
  });

  test('can play a purchase at once, although the page shows the old item (ENT-38)', async () => {
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

  test('is not expected to have bought after an hour, or after the session has ended (ENT-36)', async () => {
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

const listening = (...items: readonly ContentItem[]): Harness =>
  new Harness({ items, user: FREE_LISTENER, asPage: true });

const signIn = async (harness: Harness): Promise<void> => {
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
};

describe('whether the listener has bought anything', () => {
  test('is loaded from the list of purchases after the sign-in (ENT-6)', async () => {
    const harness = listening(BOUGHT);
    await signIn(harness);
    await harness.passes(10);
    expect(harness.user.user).toEqual({ ...FREE_LISTENER, hasPurchases: true });
    const other = listening(QUIET_MIND);
    await signIn(other);
    await other.passes(10);
    expect(other.user.user.hasPurchases).toBe(false);
  });

  test('does not change if the list cannot be loaded, or if the listener is fetched again (ENT-6)', async () => {
    const harness = listening(BOUGHT);
    await signIn(harness);
    await harness.passes(10);
    harness.api.faults.failNext('users.purchased', 'server');
    await harness.get(FollowMembership).returned(() => undefined);
    await harness.passes(60);
    expect(harness.user.user.hasPurchases).toBe(true);
  });

  test('is loaded again when the listener returns from a purchase (ENT-6)', async () => {
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
    const loading = harness.get(RefreshUser).loadPurchases();
    harness.get(SignOut).signOut();
    await loading;
    await harness.passes(10);
    expect(harness.user.user.hasPurchases).toBe(false);
  });
});

const signedInWith = async (items: readonly ContentItem[] = [QUIET_MIND]): Promise<Harness> => {
  const harness = new Harness({ items, user: FREE_LISTENER });
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  return harness;
};

/** The listener is back in the tab, a moment ago. */
const returns = async (harness: Harness): Promise<void> => {
  void harness.get(FollowMembership).returned(() => undefined);
  await harness.passes(1);
};

const welcomeOf = (harness: Harness) => harness.get(WelcomeState).welcome;

describe('a listener who comes back from paying', () => {
  test('for a membership gets the title offered for which the offer came up (ENT-63)', async () => {
    const harness = await signedInWith();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.user.subscribeModalVisible).toBe(true);
    harness.get(FollowMembership).linkUsed();
    harness.api.content.user = SUBSCRIBER;
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'member', item: QUIET_MIND });
    expect(harness.user.subscribeModalVisible).toBe(false);

    harness.get(WelcomeState).close();
    await returns(harness);
    expect(welcomeOf(harness), 'it is said once').toBeNull();
  });

  test('for a title gets this title offered (ENT-63)', async () => {
    const harness = await signedInWith([BOUGHT]);
    harness.get(FollowMembership).linkUsed(QUIET_MIND);
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'owner', item: BOUGHT });
  });

  test('gets the title offered that they wanted last (ENT-63)', async () => {
    const harness = await signedInWith([QUIET_MIND, LONG_BOOK]);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    harness.user.closeOffer();
    await harness.get(PlayerControls).playOrPause(LONG_BOOK);
    harness.get(FollowMembership).linkUsed();
    harness.api.content.user = SUBSCRIBER;
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'member', item: LONG_BOOK });
  });

  test('with nothing in mind gets the membership said, instead of the offer (ENT-63)', async () => {
    const harness = await signedInWith();
    harness.user.showOffer();
    harness.get(FollowMembership).linkUsed();
    harness.api.content.user = SUBSCRIBER;
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'member', item: null });
    expect(harness.user.subscribeModalVisible).toBe(false);
  });

  test('is offered no title whose window has closed meanwhile (ENT-63)', async () => {
    const harness = await signedInWith();
    const till = instant(harness.clock.now() + 60_000);
    const closing = { ...QUIET_MIND, validity: { ...QUIET_MIND.validity, till } };
    await harness.get(PlayerControls).playOrPause(closing);
    harness.get(FollowMembership).linkUsed();
    harness.api.content.user = SUBSCRIBER;
    await harness.passes(60);
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'member', item: null });
  });

  test('without having paid sees the offer as before', async () => {
    const harness = await signedInWith();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    harness.get(FollowMembership).linkUsed();
    await returns(harness);
    expect(welcomeOf(harness)).toBeNull();
    expect(harness.user.subscribeModalVisible).toBe(true);
  });

  test('after another listener has signed in gets nothing of theirs', async () => {
    const harness = await signedInWith();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    harness.get(SignOut).end();
    expect(harness.get(WelcomeState).wanted).toBeNull();
  });
});
