import { expect, test } from 'vitest';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { Harness } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const TILE = { ...QUIET_MIND, url: null };

const opened = (whole = QUIET_MIND): Harness => {
  const harness = new Harness({ items: [whole], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

const asked = (harness: Harness): number =>
  harness.api.faults.calls.filter((call) => call === 'catalogue.content').length;

test('a title that its list knows without an address plays from that of the whole item', async () => {
  const harness = opened();
  await harness.get(PlayAudio).play(TILE);
  await harness.passes(0);
  expect(harness.output.isPlaying).toBe(true);
  expect(harness.output.url).toContain('quiet-mind.mp3');
  expect(asked(harness)).toBe(1);
});

test('one that has an address is played without asking for more', async () => {
  const harness = opened();
  await harness.get(PlayAudio).play(QUIET_MIND);
  await harness.passes(0);
  expect(harness.output.isPlaying).toBe(true);
  expect(asked(harness)).toBe(0);
});

test('one that has no address anywhere cannot be played, and is asked about once', async () => {
  const harness = opened(TILE);
  await harness.get(PlayAudio).play(TILE);
  await harness.passes(10);
  expect(harness.notices).toEqual(['Sorry, the audio could not be played.']);
  expect(asked(harness)).toBe(1);
});

test('one whose whole item cannot be had cannot be played either', async () => {
  const harness = opened();
  harness.api.faults.failNext('catalogue.content', 'server');
  await harness.get(PlayAudio).play(TILE);
  expect(harness.notices).toEqual(['Sorry, the audio could not be played.']);
});
