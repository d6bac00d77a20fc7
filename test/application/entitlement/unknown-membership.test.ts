import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { OfferSubscription } from '../../../src/application/entitlement/offer-subscription.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { PreloadAudio } from '../../../src/application/playback/preload-audio.ts';
import { EMAIL, Harness, PASSWORD, type HarnessOptions } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

/** A subscriber who has signed in while the provider failed. */
const unknown = async (options: Partial<HarnessOptions> = {}): Promise<Harness> => {
  const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER, ...options });
  harness.api.faults.failNext('users.me', 'server');
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  expect(harness.user.listener).toEqual({ kind: 'unknown' });
  return harness;
};

const userRequests = ({ api }: Harness): number =>
  api.faults.calls.filter((call) => call === 'users.me').length;

describe('while the membership is unknown', () => {
  test('a Play click fetches the listener, and plays for a subscriber (ENT-30)', async () => {
    const harness = await unknown();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.userId).toBe(SUBSCRIBER.id);
  });

  test('a Play click waits for a pending request, and is shown as pending (ENT-30)', async () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    await harness.passes(0);
    void harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.player.pendingId).toBe(QUIET_MIND.id);
    expect(harness.user.subscribeModalVisible).toBe(false);
    await harness.passes(8);
    expect(harness.player.isPlaying).toBe(true);
    expect(userRequests(harness)).toBe(1);
  });

  test('a Play click shows the offer to a free listener, once the membership is known (ENT-30)', async () => {
    const harness = await unknown({ user: FREE_LISTENER });
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.output.loadCount).toBe(0);
  });

  test('a Play click that cannot fetch the listener shows an alert and no offer, and can be repeated (ENT-30)', async () => {
    const harness = await unknown();
    harness.api.faults.failNext('users.me', 'unreachable');
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.notices).toEqual([MESSAGES.membershipUnknown]);
    expect(harness.player.pendingId).toBeNull();
    expect(harness.user.subscribeModalVisible).toBe(false);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('a free or bought title plays, even if the provider cannot be reached (ENT-31)', async () => {
    for (const changes of [{ isPurchased: true }, { hasListenFreeContent: true }]) {
      const harness = await unknown();
      harness.api.faults.failNext('users.me', 'server');
      await harness.get(PlayerControls).playOrPause(title({ id: contentId('own'), ...changes }));
      await harness.passes(1);
      expect(harness.player.isPlaying).toBe(true);
    }
  });

  test('the newest of two clicks counts (ENT-32)', async () => {
    const harness = await unknown();
    harness.api.faults.delay = milliseconds(500);
    void harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(0.1);
    void harness.get(PlayerControls).playOrPause(LONG_BOOK);
    await harness.passes(5);
    expect(harness.player.audio?.id).toBe(LONG_BOOK.id);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('Ask the Universe and a campaign link wait for the membership as well (ENT-23, ENT-30)', async () => {
    const harness = await unknown({ items: [QUIET_MIND] });
    await harness.get(PlayerControls).playRandom();
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
    const other = await unknown();
    await other.get(OfferSubscription).showFromCampaign();
    expect(other.user.subscribeModalVisible).toBe(false);
    const free = await unknown({ user: FREE_LISTENER });
    await free.get(OfferSubscription).showFromCampaign();
    expect(free.user.subscribeModalVisible).toBe(true);
    const never = await unknown({ user: FREE_LISTENER });
    never.api.faults.isUnreachable = true;
    await never.get(OfferSubscription).showFromCampaign();
    expect(never.user.subscribeModalVisible).toBe(false);
  });

  test('nothing is preloaded', async () => {
    const harness = await unknown();
    const { calls } = harness.api.faults;
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    expect(harness.api.faults.calls).toEqual(calls);
  });

  test('the membership is requested again with growing pauses, until it is known (ENT-33)', async () => {
    const harness = await unknown({ asPage: true });
    harness.api.faults.isUnreachable = true;
    const before = userRequests(harness);
    await harness.passes(300);
    const requests = userRequests(harness) - before;
    expect(requests).toBeGreaterThan(4);
    expect(requests).toBeLessThan(12);
    harness.api.faults.isUnreachable = false;
    await harness.passes(60);
    expect(harness.user.listener).toEqual({ kind: 'known', user: SUBSCRIBER });
  });
});

describe('the user that an earlier page stored', () => {
  const BEN = { ...FREE_LISTENER, id: userId('ben'), email: 'ben@listener.test' };

  test.each([
    ['stays for the same listener', SUBSCRIBER, ` ${EMAIL.toUpperCase()}`],
    ['does not stay for another listener', BEN, EMAIL],
    ['does not stay after a hosted login, which does not say who signed in', BEN, null],
  ])('%s, if the provider fails at the sign-in', async (_, stored, email) => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.user.setUser(stored);
    harness.api.faults.failNext('users.me', 'server');
    const signIn = harness.get(SignIn);
    await (email === null ? signIn.withHostedLogin() : signIn.withPassword({ email, password: PASSWORD }));
    expect(harness.user.listener).toEqual(
      stored === BEN ? { kind: 'unknown' } : { kind: 'known', user: SUBSCRIBER },
    );
  });
});

test('a Play click fetches a listener again whom the provider refused once', async () => {
  const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
  harness.api.faults.failNext('users.me', 'forbidden');
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  expect(harness.user.isSignedIn).toBe(false);
  await harness.get(PlayerControls).playOrPause(QUIET_MIND);
  await harness.passes(1);
  expect(harness.user.subscribeModalVisible).toBe(false);
  expect(harness.player.isPlaying).toBe(true);
});
