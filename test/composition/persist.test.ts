import { describe, expect, test, vi } from 'vitest';
import { autorun, getDependencyTree } from 'mobx';
import * as v from 'valibot';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { PlaybackSettingsState } from '../../src/application/playback/playback-settings-state.ts';
import { observed } from '../../src/composition/observed.ts';
import { persistOnboarding } from '../../src/composition/reactions/persist-onboarding.ts';
import { storedPlayer } from '../../src/composition/reactions/persist-player.ts';
import { persistSettings } from '../../src/composition/reactions/persist-settings.ts';
import { contentId, authorId, type ContentItem } from '../../src/domain/catalogue/content.ts';
import { SPEEDS } from '../../src/domain/playback/player.ts';
import { instant, seconds } from '../../src/domain/time.ts';
import { PlayAudio } from '../../src/application/playback/play-audio.ts';
import { Seek } from '../../src/application/playback/seek.ts';
import { TogglePlayback } from '../../src/application/playback/toggle-playback.ts';
import { Harness } from '../harness.ts';
import { LONG_BOOK, SUBSCRIBER, title } from '../application/titles.ts';
import { OnboardingState } from '../../src/application/session/onboarding-state.ts';
import { PLAYER_STORE_DEFAULTS } from '../../src/domain/stores.ts';

const KEY = 'settings.player';
const [SLOWEST, FASTEST] = [SPEEDS[0], SPEEDS.at(-1)];

const opened = (store: MemoryKeyValueStore) => {
  const settings = observed(new PlaybackSettingsState());
  persistSettings(store, settings, new MemoryLog());
  return settings;
};

describe('the player’s settings', () => {
  test('are restored when the page is opened again', () => {
    const store = new MemoryKeyValueStore();
    const before = opened(store);
    before.setKeysOn(false);
    before.setRewindsOnResume(true);
    before.setHeadsetButtons('tracks');
    before.setKeepsSleep(true);
    before.setSleepChoice(30);
    const podcast = {
      id: contentId('p'),
      skips: { start: seconds(20), end: seconds(0) },
      isUnheardFirst: true,
      playOrder: 'oldest' as const,
    };
    before.setPodcast(podcast);
    if (FASTEST !== undefined) before.setSpeed(contentId('a'), FASTEST, instant(1));
    expect(opened(store).store).toEqual({
      keysOn: false,
      rewindsOnResume: true,
      headsetButtons: 'tracks',
      keepsSleep: true,
      sleepChoice: 30,
      speeds: [{ id: 'a', speed: 2.5, at: 1 }],
      podcasts: [podcast],
    });
  });

  test.each([
    '',
    'null',
    '{}',
    '{"keysOn":false}',
    ...[
      { keysOn: 1 },
      { headsetButtons: 'call' },
      { sleepChoice: 7 },
      { speeds: [{ id: 'a', speed: 9, at: 1 }] },
      { speeds: [{ id: 'a', speed: 1 }] },
    ].map((wrong) => JSON.stringify({ ...new PlaybackSettingsState().store, keysOn: false, ...wrong })),
  ])('count as nothing when they cannot be read: %s (APP-43)', (kept) => {
    const store = new MemoryKeyValueStore();
    store.set(KEY, kept);
    expect(opened(store).store).toEqual(new PlaybackSettingsState().store);
  });

  test('keep the speeds of the last 200 titles, and delete them with the listener (PLAY-32)', () => {
    const store = new MemoryKeyValueStore();
    const settings = opened(store);
    if (SLOWEST === undefined) throw new Error('There are speeds');
    for (let title = 0; title < 250; title += 1)
      settings.setSpeed(contentId(`${title}`), SLOWEST, instant(1));
    expect(settings.speedOf(contentId('49'))).toBeNull();
    expect(settings.speedOf(contentId('50'))?.speed).toBe(SLOWEST);
    settings.setKeysOn(false);
    settings.reset();
    expect(store.get(KEY)).toBe(
      '{"keysOn":false,"rewindsOnResume":false,"headsetButtons":"skip","keepsSleep":false,"sleepChoice":0,"speeds":[],"podcasts":[]}',
    );
  });
});

const playing = async (): Promise<Harness> => {
  const harness = new Harness({
    items: [LONG_BOOK],
    user: SUBSCRIBER,
    durationOf: () => seconds(3_600),
    asPage: true,
  });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(2);
  return harness;
};

test('the stored player is written at a start and a pause, not while the position moves', async () => {
  const harness = await playing();
  const set = vi.spyOn(harness.store, 'set');
  const writes = () => set.mock.calls.filter(([key]) => key === 'store.player').length;
  await harness.passes(60);
  harness.get(Seek).seekTo(seconds(600));
  await harness.passes(60);
  expect(writes()).toBe(0);
  await harness.get(TogglePlayback).toggle();
  await harness.passes(1);
  expect(writes()).toBe(1);
});

test.each(['track', 'tracks', 'isPlaying', 'speed', 'autoplay', 'isPresent', 'store'])(
  'the player’s %s does not depend on the position, which moves all the time',
  async (property) => {
    const { player } = await playing();
    const stop = autorun(() => void Reflect.get(player, property));
    expect(JSON.stringify(getDependencyTree(player, property))).not.toContain('.position');
    stop();
  },
);

const ONBOARDING = 'onboarding';

const openedOnboarding = (store: MemoryKeyValueStore) => {
  const onboarding = observed(new OnboardingState());
  persistOnboarding(store, onboarding, new MemoryLog());
  return onboarding;
};

describe('the onboarding', () => {
  test('continues after a reload (SES-64)', () => {
    const store = new MemoryKeyValueStore();
    const before = openedOnboarding(store);
    before.accountCreated();
    before.signedIn();
    before.leadsTo('/library');
    before.forYouShown();
    expect(openedOnboarding(store).store).toEqual({
      awaitsForYou: false,
      awaitsHome: true,
      awaitsOffer: true,
      from: '/library',
    });
  });

  test('deletes its stored steps once it is over (SES-64)', () => {
    const store = new MemoryKeyValueStore();
    const onboarding = openedOnboarding(store);
    onboarding.accountCreated();
    onboarding.signedIn();
    onboarding.leadsTo('/library');
    onboarding.homeShown();
    onboarding.offerShown();
    expect(store.keys()).toEqual([]);
  });

  test.each(['', 'null', '{}', '{"awaitsForYou":1}', '{"awaitsOffer":true'])(
    'counts as over when what was kept cannot be read: %s',
    (kept) => {
      const store = new MemoryKeyValueStore();
      store.set(ONBOARDING, kept);
      expect(openedOnboarding(store).store).toEqual(new OnboardingState().store);
    },
  );
});

/** Whether a player with this title is restored. */
const comesBack = (currentAudio: Partial<ContentItem>): boolean => {
  const store = {
    currentAudio,
    playlist: [],
    currentTrackIndex: -1,
    currentTrackId: null,
    isOnlyTrack: false,
    autoplay: false,
    userId: 'somebody',
    playbackSpeed: 1,
    startPlayback: false,
  };
  return v.safeParse(storedPlayer, JSON.parse(JSON.stringify(store))).success;
};

describe('a stored player', () => {
  test('is restored (PLAY-22)', () => {
    expect(comesBack(title({ id: contentId('sea 🌊') }))).toBe(true);
  });

  test('is restored with its choice of one track', () => {
    const store = { ...PLAYER_STORE_DEFAULTS, userId: 'somebody', isOnlyTrack: true };
    expect(v.parse(storedPlayer, store)).toEqual(store);
  });

  test('is discarded if it holds an id that no link can contain', () => {
    const half = 'half a pair \uD83C';
    for (const item of [
      title({ id: contentId(half) }),
      title({ id: contentId('a'), contentId: contentId(half) }),
      title({ id: contentId('a'), authors: [{ id: authorId(half), name: 'Amara' }] }),
    ]) {
      expect(comesBack(item)).toBe(false);
    }
  });
});
