import { describe, expect, test } from 'vitest';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { asksNotToBeTracked } from '../../../src/adapters/browser/browser-platform.ts';
import { Usage } from '../../../src/application/analytics/usage.ts';
import { ChoosePrivacy } from '../../../src/application/analytics/choose-privacy.ts';
import { PrivacyState } from '../../../src/application/analytics/privacy-state.ts';
import { SignUp } from '../../../src/application/session/sign-up.ts';
import { Messages } from '../../../src/application/messaging/messages.ts';
import { MessagesState } from '../../../src/application/messaging/messages-state.ts';
import { OfferSubscription } from '../../../src/application/entitlement/offer-subscription.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { OnboardingState } from '../../../src/application/session/onboarding-state.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { messageId, type InAppMessage } from '../../../src/domain/messaging.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const FREE = { ...NOBODY, id: userId('free'), name: 'Ben' };

const visiting = (user = SUBSCRIBER): Harness => new Harness({ items: [QUIET_MIND, LONG_BOOK], user });

const signedIn = async (user = SUBSCRIBER): Promise<Harness> => {
  const harness = visiting(user);
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  harness.analytics.events = [];
  return harness;
};

const names = ({ analytics }: Harness): readonly string[] => analytics.events.map(({ name }) => name);

describe('the onboarding', () => {
  test('records home once after each sign-in (ANA-4)', async () => {
    const harness = await signedIn();
    const record = harness.get(Usage);
    record.recordPage('for-you');
    record.recordPage('home');
    record.recordPage('home');
    expect(names(harness)).toEqual(['Onboarding - Home - Show']);
    harness.get(SignOut).signOut();
    record.recordPage('home');
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    record.recordPage('home');
    expect(names(harness)).toEqual(['Onboarding - Home - Show', 'Signed In', 'Onboarding - Home - Show']);
  });

  test('records the recommendations once after an account was created (ANA-3)', async () => {
    const harness = visiting();
    const createAccount = harness.get(SignUp);
    const email = 'new@listener.test';
    await createAccount.create({ email, password: PASSWORD, firstName: 'New' });
    await createAccount.confirm(harness.pool.codeFor(email) ?? '');
    const record = harness.get(Usage);
    record.recordPage('for-you');
    record.recordPage('for-you');
    record.recordPage('home');
    expect(names(harness)).toEqual([
      'Account Created',
      'Signed In',
      'Onboarding - For You - Show',
      'Onboarding - Home - Show',
    ]);
  });

  test('records the first use of each field, link and button once a visit (ANA-6)', () => {
    const harness = visiting();
    const tap = harness.get(Usage);
    const password = (visible: boolean) =>
      tap.recordTap({ name: 'Onboarding - Sign In - Tap Password', properties: { visible } });
    password(false);
    password(true);
    expect(harness.analytics.events.map(({ properties }) => properties)).toEqual([{ visible: false }]);
    harness.get(OnboardingState).startVisit();
    password(true);
    expect(harness.analytics.events).toHaveLength(2);
  });
});

describe('a campaign’s link', () => {
  test('shows the offer to everybody who is not a member, and reports to both services (ENT-42, ANA-14, ANA-15)', async () => {
    const harness = await signedIn(FREE);
    await harness.get(OfferSubscription).showFromCampaign();
    await harness.get(OfferSubscription).showFromCampaign();
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(names(harness)).toEqual(['App Launch Subscribe Shown', 'Onboarding - Subscribe - Show']);
  });

  test('records the chosen plan, and closes once (ANA-16, ANA-17)', async () => {
    const harness = await signedIn(FREE);
    const offer = harness.get(OfferSubscription);
    offer.show();
    offer.choosePlan('Monthly');
    offer.close();
    offer.close();
    expect(harness.analytics.events).toEqual([
      { name: 'Onboarding - Subscribe - Show', properties: { plan: 'Annual' } },
      { name: 'Onboarding - Subscribe - Tap Start Subscription Button', properties: { plan: 'Monthly' } },
      { name: 'Onboarding - Subscribe - X out', properties: { plan: 'Annual' } },
    ]);
  });

  test('shows nothing to a member (ENT-42)', async () => {
    const harness = await signedIn();
    await harness.get(OfferSubscription).showFromCampaign();
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(names(harness)).toEqual([]);
  });
});

describe('the end of the onboarding', () => {
  const created = async (user = SUBSCRIBER) => {
    const harness = visiting(user);
    const createAccount = harness.get(SignUp);
    const email = 'new@listener.test';
    await createAccount.create({ email, password: PASSWORD, firstName: 'New' });
    await createAccount.confirm(harness.pool.codeFor(email) ?? '');
    return harness;
  };
  const offered = (harness: Harness) =>
    names(harness).filter((name) => name === 'Onboarding - Subscribe - Show').length;

  test('is the offer, shown once to a listener who has created an account (ENT-43)', async () => {
    const harness = await created(FREE);
    const offer = harness.get(OfferSubscription);
    await offer.endOnboarding();
    expect(harness.user.subscribeModalVisible).toBe(true);
    offer.close();
    await offer.endOnboarding();
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(offered(harness)).toBe(1);
  });

  test('shows no offer to a member, nor after any other sign-in (ENT-43)', async () => {
    const member = await created();
    await member.get(OfferSubscription).endOnboarding();
    const earlier = await signedIn(FREE);
    await earlier.get(OfferSubscription).endOnboarding();
    expect([offered(member), offered(earlier)]).toEqual([0, 0]);
  });

  test('waits until the listener is known (ENT-43)', async () => {
    const harness = visiting(FREE);
    const createAccount = harness.get(SignUp);
    const email = 'new@listener.test';
    await createAccount.create({ email, password: PASSWORD, firstName: 'New' });
    harness.api.faults.failNext('users.me', 'unreachable', 2);
    await createAccount.confirm(harness.pool.codeFor(email) ?? '');
    await harness.get(OfferSubscription).endOnboarding();
    expect(offered(harness)).toBe(0);
    await harness.get(RefreshUser).refreshOnRouteChange();
    await harness.get(OfferSubscription).endOnboarding();
    expect(offered(harness)).toBe(1);
  });

  test('is forgotten with the session', async () => {
    const harness = await created(FREE);
    harness.get(OnboardingState).leadsTo('/library');
    harness.get(SignOut).signOut();
    expect(harness.get(OnboardingState).store).toEqual(new OnboardingState().store);
  });
});

test('a button of a detail page is recorded with the id of its title (ANA-22)', () => {
  const harness = visiting();
  harness.get(Usage).recordDetailButton('Save', LONG_BOOK.id);
  expect(harness.analytics.events).toEqual([
    {
      name: 'Individual Audio Button Clicked Web App',
      properties: { button: 'Save', content_id: LONG_BOOK.id },
    },
  ]);
});

test('a search result is recorded with its position, from 1; other titles are not recorded (ANA-23)', () => {
  const harness = visiting();
  const record = harness.get(Usage);
  record.recordSearchResult('mind', [LONG_BOOK, QUIET_MIND], QUIET_MIND.id);
  record.recordSearchResult('mind', [LONG_BOOK, QUIET_MIND], contentId('another'));
  expect(harness.analytics.events).toEqual([
    {
      name: 'Search Result Clicked',
      properties: { term: 'mind', content_id: QUIET_MIND.id, position: 2 },
    },
  ]);
});

/** Another page of the same browser, which has restored the earlier choice. */
function pageWith(store: MemoryKeyValueStore) {
  const state = new PrivacyState();
  const { analytics, messaging, log, user } = visiting();
  const privacy = new ChoosePrivacy(state, user, store, analytics, messaging, log);
  privacy.restore(false);
  return { state, privacy };
}

describe('privacy', () => {
  test('is one stored choice for both services (ANA-26)', async () => {
    const harness = await signedIn();
    const privacy = harness.get(ChoosePrivacy);
    privacy.restore(false);
    privacy.choose(true);
    harness.get(Usage).recordDetailButton('Play', LONG_BOOK.id);
    expect(names(harness)).toEqual([]);
    expect(harness.messaging.userId).toBeNull();
    const { store } = harness;
    const next = pageWith(store);
    expect(next.state.isPermitted).toBe(false);
    next.privacy.choose(false);
    expect(store.keys().filter((key) => key.startsWith('privacy'))).toEqual([]);
  });

  test('identifies the listener to both services again when the listener permits them again (ANA-29)', async () => {
    const harness = await signedIn();
    const privacy = harness.get(ChoosePrivacy);
    privacy.choose(true);
    privacy.choose(false);
    expect(harness.messaging.userId).toBe(SUBSCRIBER.id);
    expect(harness.analytics.user.id).toBe(SUBSCRIBER.id);
  });

  test('applies in every tab (ANA-26)', async () => {
    const store = new MemoryKeyValueStore();
    const one = pageWith(store);
    const other = pageWith(store.inAnotherTab());
    one.privacy.choose(true);
    expect(other.state.isPermitted).toBe(false);
    one.privacy.choose(false);
    expect(other.state.isPermitted).toBe(true);
  });

  test('follows the request of the browser, whatever the listener chose (ANA-27)', () => {
    const harness = visiting();
    harness.get(ChoosePrivacy).restore(true);
    harness.get(ChoosePrivacy).choose(false);
    harness.get(Usage).recordDetailButton('Play', LONG_BOOK.id);
    expect(names(harness)).toEqual([]);
  });

  test.each([
    [{ globalPrivacyControl: true }, true],
    [{ doNotTrack: '1' }, true],
    [{ doNotTrack: 'yes' }, true],
    [{ doNotTrack: '0', globalPrivacyControl: false }, false],
    [{ doNotTrack: 'unspecified' }, false],
    [{}, false],
  ])('a browser that says %j objects: %s (ANA-27)', (browser, objects) => {
    expect(asksNotToBeTracked(browser)).toBe(objects);
  });
});

describe('in-app messages', () => {
  const message = (id: string): InAppMessage => ({
    id: messageId(id),
    kind: 'slide-up',
    duration: null,
    slidesFrom: 'bottom',
    header: '',
    text: 'Hello',
    imageUrl: null,
    action: { url: 'https://app.example/', opensNewTab: false },
    buttons: [],
  });

  test('are shown one after the other, and recorded once (MSG-14)', async () => {
    const harness = await signedIn();
    harness.get(Messages).start();
    const messages = harness.get(MessagesState);
    const recorder = harness.get(Messages);
    harness.messaging.messages.emit(message('one'));
    harness.messaging.messages.emit(message('two'));
    const [one, two] = [message('one'), message('two')];
    expect(messages.message?.id).toBe(one.id);
    recorder.recordShown(one);
    recorder.recordClick(one, null);
    expect(messages.message?.id).toBe(two.id);
    recorder.close(two);
    expect(messages.message).toBeNull();
    expect(harness.messaging.impressions).toEqual([one.id]);
    expect(harness.messaging.clicks).toEqual([one.id]);
  });

  test('are discarded after a sign-out, waiting and late ones (MSG-26)', async () => {
    const harness = await signedIn();
    harness.get(Messages).start();
    harness.messaging.messages.emit(message('one'));
    harness.get(SignOut).signOut();
    harness.messaging.messages.emit(message('two'));
    expect(harness.get(MessagesState).message).toBeNull();
    expect(harness.messaging.userId).toBeNull();
  });
});
