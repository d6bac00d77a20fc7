import { describe, expect, test, vi } from 'vitest';
import { DecideToPlay } from '../../../src/application/playback/decide-to-play.ts';
import { EndSession } from '../../../src/application/session/end-session.ts';
import { FollowMembership } from '../../../src/application/entitlement/follow-membership.ts';
import { PlayItem } from '../../../src/application/playback/play-item.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
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

const askedForUser = ({ api }: Harness): number =>
  api.faults.calls.filter((call) => call === 'users.me').length;

/** The listener comes back to the tab. */
const returns = (harness: Harness) => {
  const refreshScreen = vi.fn<() => void>();
  return { refreshScreen, asked: harness.get(FollowMembership).returned(refreshScreen) };
};

describe('a listener who comes back to the tab', () => {
  test('is asked for again, also after a refusal; what is on the screen stays', async () => {
    const harness = await signedIn(SUBSCRIBER);
    harness.api.faults.failNext('users.me', 'not-found');
    await returns(harness).asked;
    expect(harness.user.isSignedIn).toBe(false);
    harness.cache.keep('GET /browse');
    const { asked, refreshScreen } = returns(harness);
    await asked;
    expect(harness.user.user).toEqual(SUBSCRIBER);
    expect(refreshScreen).not.toHaveBeenCalled();
    expect(harness.cache.held).toEqual(['GET /browse']);
  });

  test('is not asked for where nobody is signed in', async () => {
    const harness = await signedIn();
    harness.get(SignOut).signOut();
    const before = askedForUser(harness);
    await returns(harness).asked;
    expect(askedForUser(harness)).toBe(before);
  });
});

describe('a listener who comes back from a place to pay', () => {
  test('finds what is on the screen asked for again, and once more a little later', async () => {
    const harness = await signedIn();
    harness.get(FollowMembership).linkUsed();
    await harness.passes(60);
    harness.api.content.user = SUBSCRIBER;
    harness.cache.keep('GET /browse');
    const { refreshScreen } = returns(harness);
    await harness.passes(0);
    expect(harness.user.user).toEqual(SUBSCRIBER);
    expect(refreshScreen).toHaveBeenCalledTimes(1);
    expect(harness.cache.held).toEqual([]);
    await harness.passes(30);
    expect(refreshScreen).toHaveBeenCalledTimes(3);
    await harness.passes(600);
    expect(refreshScreen).toHaveBeenCalledTimes(3);
  });

  test('finds nothing cached from before, also where the shop leads back in its own tab', async () => {
    const harness = await signedIn();
    harness.cache.keep('GET /browse');
    harness.get(FollowMembership).linkUsed();
    expect(harness.cache.held).toEqual([]);
  });

  test('who goes and comes again is asked for by the last return alone', async () => {
    const harness = await signedIn();
    harness.get(FollowMembership).linkUsed();
    const first = returns(harness);
    const second = returns(harness);
    await harness.passes(60);
    expect(first.refreshScreen).not.toHaveBeenCalled();
    expect(second.refreshScreen).toHaveBeenCalledTimes(3);
  });

  test('hears what was paid for at once, though the page does not know of it yet', async () => {
    const harness = await signedIn(FREE_LISTENER, BOUGHT);
    expect(harness.get(DecideToPlay).playsAtOnce(QUIET_MIND)).toBe(false);
    await harness.get(PlayItem).playOrPause(QUIET_MIND);
    expect(harness.user.subscribeModalVisible, 'nothing was bought as far as anybody knows').toBe(true);
    harness.user.closeOffer();
    harness.get(FollowMembership).linkUsed();
    await harness.get(PlayItem).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.audio?.isPurchased).toBe(true);
  });

  test('is one who only looks in again after an hour, and so is the next listener', async () => {
    const harness = await signedIn();
    const follow = harness.get(FollowMembership);
    follow.linkUsed();
    expect(follow.expectsPurchase).toBe(true);
    await harness.passes(3600);
    expect(follow.expectsPurchase).toBe(false);
    follow.linkUsed();
    harness.get(EndSession).end();
    expect(follow.expectsPurchase).toBe(false);
  });
});
