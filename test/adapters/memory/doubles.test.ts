import { describe, expect, test } from 'vitest';

import { MemoryAnalytics } from '../../../src/adapters/memory/memory-analytics.ts';
import { MemoryAuth } from '../../../src/adapters/memory/session/memory-auth.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryContentCache } from '../../../src/adapters/memory/memory-content-cache.ts';
import { MemoryDeployment } from '../../../src/adapters/memory/memory-deployment.ts';
import { MemoryHostedLogin } from '../../../src/adapters/memory/session/memory-hosted-login.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryMediaControls } from '../../../src/adapters/memory/memory-media-controls.ts';
import { MemoryMessaging } from '../../../src/adapters/memory/memory-messaging.ts';
import { MemoryTabs } from '../../../src/adapters/memory/memory-tabs.ts';
import { MemoryUserPool } from '../../../src/adapters/memory/session/memory-user-pool.ts';
import type { InAppMessage } from '../../../src/domain/messaging.ts';
import { messageId } from '../../../src/domain/messaging.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';

const HOME: TrackingEvent = { name: 'Onboarding - Home - Show', properties: {} };
const SIGNED_IN: TrackingEvent = { name: 'Signed In', properties: { method: 'password' } };
const ADA = { ...NOBODY, id: userId('ada') };

// What the doubles record for tests, in addition to their ports.
describe('MemoryAnalytics', () => {
  test('records events with their users', () => {
    const analytics = new MemoryAnalytics();
    expect([analytics.events, analytics.sent, analytics.user]).toEqual([[], [], NOBODY]);
    analytics.record(HOME);
    analytics.identify(ADA);
    analytics.record(SIGNED_IN);
    analytics.reset();
    analytics.record(HOME);
    expect(analytics.events).toEqual([HOME, SIGNED_IN, HOME]);
    expect(analytics.sent).toEqual([
      { name: HOME.name, userId: null, device: '1' },
      { name: SIGNED_IN.name, userId: 'ada', device: '1' },
      { name: HOME.name, userId: null, device: '2' },
    ]);
  });

  test('has no user without permission, and keeps the user if permission is given again', () => {
    const analytics = new MemoryAnalytics();
    analytics.permit(false);
    analytics.identify(ADA);
    expect(analytics.user).toEqual(NOBODY);
    analytics.permit(true);
    analytics.identify(ADA);
    analytics.permit(true);
    expect(analytics.user).toEqual(ADA);
    analytics.permit(false);
    expect(analytics.user).toEqual(NOBODY);
  });
});

describe('MemoryMessaging', () => {
  const message: InAppMessage = {
    id: messageId('m'),
    kind: 'html',
    duration: null,
    html: '',
    imageOrigins: [],
    mayRunScripts: false,
  };
  const button = { key: 'yes', text: 'Yes', action: { url: null, opensNewTab: false } };

  test('records events with their users', () => {
    const messaging = new MemoryMessaging();
    expect([messaging.events, messaging.sent, messaging.userId]).toEqual([[], [], null]);
    messaging.identify(ADA.id);
    messaging.record(HOME);
    messaging.reset();
    messaging.record(SIGNED_IN);
    expect(messaging.events).toEqual([HOME, SIGNED_IN]);
    expect(messaging.sent).toEqual([
      { name: HOME.name, userId: 'ada' },
      { name: SIGNED_IN.name, userId: null },
    ]);
  });

  test('has no user without permission, and keeps the user if permission is given again', () => {
    const messaging = new MemoryMessaging();
    messaging.permit(false);
    messaging.identify(ADA.id);
    expect(messaging.userId).toBeNull();
    messaging.permit(true);
    messaging.identify(ADA.id);
    messaging.permit(true);
    expect(messaging.userId).toBe('ada');
    messaging.permit(false);
    expect(messaging.userId).toBeNull();
  });

  test('records impressions and clicks, a button by its key', () => {
    const messaging = new MemoryMessaging();
    messaging.recordImpression(message);
    messaging.recordClick(message, null);
    messaging.recordClick(message, button);
    messaging.recordClick(message, button);
    expect([messaging.impressions, messaging.clicks]).toEqual([['m'], ['m', 'm/yes']]);
  });
});

describe('MemoryContentCache', () => {
  test('counts clears and purges', () => {
    const cache = new MemoryContentCache();
    expect([cache.names, cache.clears, cache.purges]).toEqual([[], 0, 0]);
    cache.clear();
    cache.purgeExpired();
    cache.purgeExpired();
    expect([cache.clears, cache.purges]).toEqual([1, 2]);
  });

  test('stores a response once, valid again when it is stored again', () => {
    const cache = new MemoryContentCache();
    for (const name of ['one', 'two', 'one']) cache.store(name);
    expect(cache.names).toEqual(['two', 'one']);
    cache.expireAll();
    cache.store('two');
    cache.purgeExpired();
    expect(cache.names).toEqual(['two']);
  });
});

describe('MemoryDeployment', () => {
  test('may be reloaded before the first check', () => {
    const deployment = new MemoryDeployment();
    expect(deployment.reload()).toBe(true);
    deployment.setState('unreachable');
    expect(deployment.reload()).toBe(false);
    expect(deployment.reloads).toBe(1);
  });
});

describe('MemoryHostedLogin', () => {
  const make = () => {
    const clock = new MemoryClock();
    const auth = new MemoryAuth(new MemoryUserPool(clock), new MemoryKeyValueStore(), clock);
    return { clock, auth, login: new MemoryHostedLogin(auth, clock) };
  };

  test('uses a new state and code each time', async () => {
    const { login } = make();
    expect(login.hasLeft).toBe(false);
    expect(login.returnQueryFor('ada@listener.test')).toBe('?code=code-1&state=');
    await login.begin('/');
    await login.begin('/');
    expect(login.returnQueryFor('ada@listener.test')).toBe('?code=code-2&state=state-2');
  });

  test('refuses an unknown code', async () => {
    const { auth, login } = make();
    await login.begin('/library');
    const arrival = login.arrive('?code=guessed&state=state-1');
    expect(await arrival?.done).toEqual({
      ok: false,
      error: { kind: 'refused', message: 'Authentication Error' },
    });
    expect(auth.hasSession()).toBe(false);
  });

  test('knows a session of the hosted login, and leaves the page on request', async () => {
    const { auth, clock, login } = make();
    await login.begin('/');
    await login.arrive(login.returnQueryFor('ada@listener.test'))?.done;
    expect(auth.isHosted()).toBe(true);
    await auth.signOut();
    expect(auth.isHosted()).toBe(false);
    const left = login.leave();
    expect(login.hasLeft).toBe(true);
    await clock.advanceAsync(3000);
    expect((await left).ok).toBe(false);
  });
});

describe('MemoryKeyValueStore', () => {
  test('reports changed values, and not repeated ones', () => {
    const store = new MemoryKeyValueStore();
    const received: (string | null)[] = [];
    store.inAnotherTab().changedElsewhere.subscribe((key) => received.push(key));
    store.set('a', '1');
    store.set('a', '1');
    store.set('a', '2');
    store.delete('a');
    store.delete('a');
    expect(received).toEqual(['a', 'a', 'a']);
  });

  test('replaces a value of the same size, up to its capacity', () => {
    const store = new MemoryKeyValueStore({ capacity: 10 });
    expect(store.set('a', '123456789').ok).toBe(true);
    expect(store.set('a', '987654321').ok).toBe(true);
    expect(store.set('a', '0987654321')).toEqual({ ok: false, error: { kind: 'full' } });
    expect(store.set('b', '').ok).toBe(false);
  });
});

describe('MemoryMediaControls', () => {
  const song = { title: 'Low Water', artist: '', album: '', artwork: null };
  const position = { position: seconds(12), duration: seconds(300), speed: DEFAULT_SPEED };

  test('show a position only with a title, and keep it when the title changes', () => {
    const controls = new MemoryMediaControls();
    expect([controls.shown, controls.isPlaying, controls.position]).toEqual([null, false, null]);
    controls.setPosition(position);
    expect(controls.position).toBeNull();
    controls.show(song);
    controls.setPosition(position);
    controls.show({ ...song, title: 'High Water' });
    expect(controls.position).toEqual(position);
  });
});

test('MemoryTabs have different page ids', () => {
  const one = new MemoryTabs();
  expect([one.page, one.another().page, one.another().page]).toEqual(['tab-1', 'tab-2', 'tab-3']);
});
