import { describe, expect, test } from 'vitest';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import {
  HEADSET_BUTTONS,
  PlaybackSettingsState,
} from '../../../src/application/playback/playback-settings-state.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED, SKIP_STEP } from '../../../src/domain/playback/player.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import type { MediaCommand } from '../../../src/ports/media-controls.ts';
import { Harness } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const listening = async (item = LONG_BOOK) => {
  const harness = new Harness({ items: [item], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(item);
  await harness.passes(5);
  return harness;
};

const press = async (harness: Harness, command: MediaCommand) => {
  harness.mediaControls.press(command);
  await harness.passes(0);
};

describe('the media controls of the system', () => {
  test('show the track, its authors, the title and the cover (PLAY-50)', async () => {
    const { mediaControls } = await listening({
      ...LONG_BOOK,
      imageUrl: 'https://media.example/book.svg',
    });
    expect(mediaControls.shown).toEqual({
      title: 'Chapter 1',
      artist: '',
      album: 'Long Book',
      artwork: 'https://media.example/book.svg',
    });
    expect(mediaControls.isPlaying).toBe(true);
  });

  test('get the position at a pause and a seek, and the speed (PLAY-50)', async () => {
    const harness = await listening();
    expect(harness.mediaControls.position?.duration).toBe(300);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.mediaControls.position?.position).toBe(harness.player.position);
    expect(harness.mediaControls.position?.position).toBeGreaterThan(4);
    harness.get(Seek).seekTo(seconds(120));
    expect(harness.mediaControls.position?.position).toBe(120);
    await harness.get(PlaybackSettings).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
    expect(harness.mediaControls.position?.speed).toBe(2);
  });

  test('show nothing while the player is closed, and show the track again after Resume (PLAY-50)', async () => {
    const harness = await listening();
    harness.get(PlayerControls).close();
    expect(harness.mediaControls.shown).toBeNull();
    expect(harness.mediaControls.position).toBeNull();
    await harness.get(PlayerControls).resume();
    await harness.passes(1);
    expect(harness.mediaControls.shown?.title).toBe('Chapter 1');
    expect(harness.mediaControls.isPlaying).toBe(true);
    expect(harness.mediaControls.position?.duration).toBe(300);
  });
});

describe('a command from the system', () => {
  test('pauses and plays, also if it is repeated (PLAY-51)', async () => {
    const harness = await listening();
    await press(harness, { kind: 'pause' });
    await press(harness, { kind: 'pause' });
    expect(harness.output.isPlaying).toBe(false);
    await press(harness, { kind: 'play' });
    await press(harness, { kind: 'play' });
    expect(harness.output.isPlaying).toBe(true);
    await press(harness, { kind: 'stop' });
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.player.position).toBeGreaterThan(4);
  });

  test('seeks, by the skip step unless the system gives one (PLAY-51)', async () => {
    const harness = await listening();
    await press(harness, { kind: 'seek', to: seconds(100) });
    expect(harness.player.position).toBe(100);
    await press(harness, { kind: 'skip', step: null });
    expect(harness.player.position).toBe(100 + SKIP_STEP);
    await press(harness, { kind: 'rewind', step: null });
    await press(harness, { kind: 'rewind', step: seconds(10) });
    expect(harness.player.position).toBe(90);
    await press(harness, { kind: 'seek', to: seconds(1e9) });
    expect(harness.player.position).toBe(300);
  });

  test('that means next or previous skips and rewinds one step, and stays within the track', async () => {
    const harness = await listening();
    await press(harness, { kind: 'next' });
    expect(harness.player.position).toBeCloseTo(5 + SKIP_STEP, 0);
    await press(harness, { kind: 'previous' });
    await press(harness, { kind: 'previous' });
    expect(harness.player.position).toBe(0);
    harness.get(Seek).seekTo(seconds(290));
    await press(harness, { kind: 'next' });
    expect(harness.player.position).toBe(300);
    await harness.passes(1);
    await press(harness, { kind: 'next' });
    await harness.passes(1);
    expect(harness.player.playback).toMatchObject({ index: 0, isPlaying: false });
    expect(harness.output.loadCount).toBe(1);
  });

  test('that means next or previous changes tracks if the listener wants that', async () => {
    const harness = await listening();
    harness.get(PlaybackSettingsState).setHeadsetButtons('tracks');
    await press(harness, { kind: 'next' });
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.mediaControls.shown?.title).toBe('Chapter 2');
    await press(harness, { kind: 'previous' });
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.output.isPlaying).toBe(true);
  });

  test.each(HEADSET_BUTTONS)('that means next or previous starts no other title: %s', async (buttons) => {
    const harness = await listening();
    harness.get(PlaybackSettingsState).setHeadsetButtons(buttons);
    harness.get(UpNextState).addLast(QUIET_MIND, null);
    for (let time = 0; time < 4; time += 1) await press(harness, { kind: 'next' });
    for (let time = 0; time < 4; time += 1) await press(harness, { kind: 'previous' });
    expect(harness.player.isCurrentAudio(LONG_BOOK)).toBe(true);
    expect(harness.player.playback).toMatchObject({ index: 0, isPlaying: true });
  });

  test('that means next or previous skips and rewinds in a title with one track, whatever the listener wants', async () => {
    const harness = await listening(QUIET_MIND);
    harness.get(PlaybackSettingsState).setHeadsetButtons('tracks');
    harness.get(Seek).seekTo(seconds(200));
    await press(harness, { kind: 'previous' });
    expect(harness.player.position).toBe(185);
    await press(harness, { kind: 'next' });
    expect(harness.player.position).toBe(200);
  });

  test('resumes by the same decision as a Play click: after the membership has ended, the offer is shown (ENT-23)', async () => {
    const harness = await listening();
    await press(harness, { kind: 'pause' });
    harness.api.content.user = FREE_LISTENER;
    harness.user.setUser(FREE_LISTENER);
    await press(harness, { kind: 'play' });
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.user.subscribeModalVisible).toBe(true);
  });

  test('does not resume a title whose window has closed', async () => {
    const soon = instant(Date.UTC(2026, 0, 1) + 10_000);
    const harness = await listening(
      title({ id: contentId('soon-gone'), validity: { from: 'absent', till: soon } }),
    );
    await press(harness, { kind: 'pause' });
    await harness.passes(10);
    await press(harness, { kind: 'play' });
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.user.subscribeModalVisible).toBe(false);
  });
});
