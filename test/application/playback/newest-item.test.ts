import { describe, expect, test } from 'vitest';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { FavoriteToggle } from '../../../src/application/favorites/favorite-toggle.ts';
import { NewestTitle } from '../../../src/application/playback/newest-title.ts';
import { contentId, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { formatTracks } from '../../../src/domain/playback/track.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { Harness } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

/** A page after a reload. Its player has a title that an earlier page stored. */
const restored = (stored: ContentItem, provider: ContentItem = stored, user = FREE_LISTENER): Harness => {
  const harness = new Harness({ items: [provider], user });
  harness.user.setUser(user);
  harness.player.restore(
    {
      currentAudio: stored,
      playlist: formatTracks(stored, []),
      currentTrackIndex: 0,
      currentTrackId: null,
      isOnlyTrack: false,
      autoplay: false,
      userId: user.id,
      playbackSpeed: DEFAULT_SPEED,
      startPlayback: false,
    },
    seconds(0),
  );
  return harness;
};

const contentRequests = ({ api }: Harness): number =>
  api.faults.calls.filter((call) => call === 'catalogue.content').length;

const BOUGHT = { ...QUIET_MIND, isPurchased: true };

describe('Play for the title in the player', () => {
  test('uses the newer item of the tile or the page: the title was bought since', async () => {
    const harness = restored(QUIET_MIND, BOUGHT);
    await harness.get(PlayerControls).playOrPause(BOUGHT);
    await harness.passes(1);
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.audio?.isPurchased).toBe(true);
    expect(contentRequests(harness)).toBe(0);
  });

  test('uses the newer item of the tile or the page: its window was extended', async () => {
    const now = new Harness({ items: [] }).clock.now();
    const closed = { ...QUIET_MIND, validity: { from: 'absent', till: instant(now - 1) } } as const;
    const extended = { ...QUIET_MIND, validity: { from: 'absent', till: instant(now + 1e6) } } as const;
    const harness = restored(closed, extended, SUBSCRIBER);
    await harness.get(PlayerControls).playOrPause(extended);
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.store.playlist[0]?.contentWindow).toEqual(extended.validity);
    expect(harness.notices).toEqual([]);
  });

  test('uses the newer item also while the audio is loaded and paused', async () => {
    const harness = restored(QUIET_MIND, QUIET_MIND, SUBSCRIBER);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(5);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.player.isPlaying).toBe(false);
    harness.api.content.user = FREE_LISTENER;
    harness.user.setUser(FREE_LISTENER);
    await harness.get(PlayerControls).playOrPause(BOUGHT);
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.output.loadCount).toBe(1);
  });

  test('fetches the title again before it refuses: the player’s own Play after a purchase (ENT-38)', async () => {
    const harness = restored(QUIET_MIND, BOUGHT);
    harness.cache.store(`/content/${QUIET_MIND.id}`);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.audio?.isPurchased).toBe(true);
    expect(harness.cache.names).toEqual([]);
  });

  test('fetches the listener again too: a membership that was bought on another device (ENT-38)', async () => {
    const harness = restored(QUIET_MIND);
    harness.api.content.user = SUBSCRIBER;
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('refuses if the provider says the same, or cannot be reached', async () => {
    for (const isUnreachable of [false, true]) {
      const harness = restored(QUIET_MIND);
      harness.api.faults.isUnreachable = isUnreachable;
      await harness.get(TogglePlayback).toggle();
      await harness.passes(1);
      expect(harness.player.isPlaying).toBe(false);
      expect(harness.user.subscribeModalVisible).toBe(true);
      expect(harness.player.pendingId).toBeNull();
    }
  });

  test('says why nothing plays, also for the player’s own Play', async () => {
    const now = new Harness({ items: [] }).clock.now();
    const from = instant(now + 1e9);
    const harness = restored({ ...QUIET_MIND, validity: { from, till: 'absent' } }, undefined, SUBSCRIBER);
    await harness.get(TogglePlayback).toggle();
    expect(harness.notices).toEqual(['not-yet']);
    expect(harness.user.subscribeModalVisible).toBe(false);
  });

  test('keeps the chapters that a tile does not have', async () => {
    const harness = restored(LONG_BOOK, LONG_BOOK, SUBSCRIBER);
    const tile = { ...LONG_BOOK, chapters: [], isPurchased: true };
    harness.get(NewestTitle).update(tile);
    expect(harness.player.audio?.chapters).toHaveLength(3);
    expect(harness.player.store.playlist.map(({ isPurchased }) => isPurchased)).toEqual([true, true, true]);
    harness.get(NewestTitle).update({ ...QUIET_MIND, id: contentId('other') });
    expect(harness.player.audio?.id).toBe(LONG_BOOK.id);
  });
});

describe('Save for the title in the player', () => {
  test('changes the player’s stored copy, whichever button was pressed', async () => {
    const harness = restored(QUIET_MIND);
    await harness.get(FavoriteToggle).toggleTitle(QUIET_MIND);
    expect(harness.player.store.currentAudio?.isFavorite).toBe(true);
    const next = restored(harness.player.store.currentAudio ?? QUIET_MIND);
    const { audio } = next.player;
    if (audio === null) throw new Error('The player is empty');
    await next.get(FavoriteToggle).toggleTitle(audio);
    expect(next.analytics.events, 'a second press removes the favourite').toEqual([]);
    expect(next.player.audio?.isFavorite).toBe(false);
  });

  test('is in the stored copy if the title was saved before it was played', async () => {
    const harness = restored(LONG_BOOK, QUIET_MIND, SUBSCRIBER);
    await harness.get(FavoriteToggle).toggleTitle(QUIET_MIND);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.player.store.currentAudio?.isFavorite).toBe(true);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.player.store.currentAudio?.isFavorite, 'an older tile does not undo the save').toBe(true);
  });
});

describe('ENT-75: a refused request', () => {
  /** A subscriber has asked for a title, its tracks still load, and the membership has ended meanwhile. */
  const endedWhileLoading = async (): Promise<Harness> => {
    const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER });
    harness.user.setUser(SUBSCRIBER);
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(0.5);
    harness.api.content.user = FREE_LISTENER;
    harness.user.setUser(FREE_LISTENER);
    return harness;
  };

  test('ends an older request for the same title if its tracks are still loading', async () => {
    const harness = await endedWhileLoading();
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.player.pendingId).toBeNull();
    await harness.passes(10);
    expect(harness.output.loadCount).toBe(0);
    expect(harness.player.isPlaying).toBe(false);
  });

  test('does not end an older request for another title, and shows it as pending again', async () => {
    const harness = await endedWhileLoading();
    await harness.get(PlayerControls).playOrPause(LONG_BOOK);
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.player.pendingId).toBe(QUIET_MIND.id);
    await harness.passes(10);
    expect(harness.player.audio?.id).toBe(QUIET_MIND.id);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('does not start the paused title of the player, whose lost sound was loaded again before', async () => {
    const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER });
    harness.user.setUser(SUBSCRIBER);
    await harness.get(PlayerControls).playOrPause(LONG_BOOK);
    await harness.passes(5);
    harness.output.failWith('network');
    await harness.passes(5);
    harness.user.setUser(FREE_LISTENER);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.player.pendingId).toBeNull();
  });

  test('stays requested while the sound of the title before starts again', async () => {
    const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER });
    harness.user.setUser(SUBSCRIBER);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(5);
    harness.api.faults.delay = milliseconds(2_000);
    const opened = harness.get(PlayerControls).playOrPause(LONG_BOOK);
    await harness.passes(1);
    harness.player.soundStalled();
    harness.player.soundStarted(harness.clock.now());
    expect(harness.player.pendingId).toBe(LONG_BOOK.id);
    await harness.passes(10);
    await opened;
    expect(harness.player.audio?.id).toBe(LONG_BOOK.id);
    expect(harness.player.pendingId).toBeNull();
  });

  test('does not stop a title whose sound is already loading', async () => {
    const harness = new Harness({ items: [LONG_BOOK], user: SUBSCRIBER });
    harness.user.setUser(SUBSCRIBER);
    harness.api.faults.delay = milliseconds(2_000);
    // Only the whole item names the chapters, so the address is requested after it.
    void harness.get(PlayerControls).playOrPause({ ...LONG_BOOK, chapters: [] });
    await harness.passes(3);
    expect(harness.player.phase).toBe('loading');
    harness.player.requestRefused(LONG_BOOK.id);
    await harness.passes(10);
    expect(harness.player.phase).toBe('ready');
    expect(harness.player.isPlaying).toBe(true);
  });
});
