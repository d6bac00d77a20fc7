// Proves ENT-63.
import { describe, expect, test } from 'vitest';
import { FollowMembership } from '../../../src/application/entitlement/follow-membership.ts';
import { WelcomeState } from '../../../src/application/entitlement/welcome.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { instant } from '../../../src/domain/time.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const BOUGHT = { ...QUIET_MIND, isPurchased: true };

const signedIn = async (items: readonly ContentItem[] = [QUIET_MIND]): Promise<Harness> => {
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
  test('for a membership gets the title offered for which the offer came up', async () => {
    const harness = await signedIn();
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

  test('for a title gets this title offered', async () => {
    const harness = await signedIn([BOUGHT]);
    harness.get(FollowMembership).linkUsed(QUIET_MIND);
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'owner', item: BOUGHT });
  });

  test('gets the title offered that they wanted last', async () => {
    const harness = await signedIn([QUIET_MIND, LONG_BOOK]);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    harness.user.closeOffer();
    await harness.get(PlayerControls).playOrPause(LONG_BOOK);
    harness.get(FollowMembership).linkUsed();
    harness.api.content.user = SUBSCRIBER;
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'member', item: LONG_BOOK });
  });

  test('with nothing in mind gets the membership said, in place of the offer', async () => {
    const harness = await signedIn();
    harness.user.showOffer();
    harness.get(FollowMembership).linkUsed();
    harness.api.content.user = SUBSCRIBER;
    await returns(harness);
    expect(welcomeOf(harness)).toEqual({ kind: 'member', item: null });
    expect(harness.user.subscribeModalVisible).toBe(false);
  });

  test('is offered no title whose window has closed meanwhile', async () => {
    const harness = await signedIn();
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
    const harness = await signedIn();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    harness.get(FollowMembership).linkUsed();
    await returns(harness);
    expect(welcomeOf(harness)).toBeNull();
    expect(harness.user.subscribeModalVisible).toBe(true);
  });

  test('after another listener has signed in gets nothing of theirs', async () => {
    const harness = await signedIn();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    harness.get(SignOut).end();
    expect(harness.get(WelcomeState).wanted).toBeNull();
  });
});
