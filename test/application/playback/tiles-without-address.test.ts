// Proves PLAY-10.
import { expect, test } from 'vitest';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { Harness } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const TILE = { ...QUIET_MIND, url: null };

const opened = (fullItem = QUIET_MIND): Harness => {
  const harness = new Harness({ items: [fullItem], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

const contentRequests = (harness: Harness): number =>
  harness.api.faults.calls.filter((call) => call === 'catalogue.content').length;

test('a tile without an address plays from the address of the full item', async () => {
  const harness = opened();
  await harness.get(PlayAudio).play(TILE);
  await harness.passes(0);
  expect(harness.output.isPlaying).toBe(true);
  expect(harness.output.url).toContain('quiet-mind.mp3');
  expect(contentRequests(harness)).toBe(1);
});

test('a tile with an address plays without another request', async () => {
  const harness = opened();
  await harness.get(PlayAudio).play(QUIET_MIND);
  await harness.passes(0);
  expect(harness.output.isPlaying).toBe(true);
  expect(contentRequests(harness)).toBe(0);
});

test('a title without any address cannot be played, and is requested once', async () => {
  const harness = opened(TILE);
  await harness.get(PlayAudio).play(TILE);
  await harness.passes(10);
  expect(harness.notices).toEqual(['Sorry, the audio could not be played.']);
  expect(contentRequests(harness)).toBe(1);
});

test('a tile without an address cannot be played if the full item cannot be loaded', async () => {
  const harness = opened();
  harness.api.faults.failNext('catalogue.content', 'server');
  await harness.get(PlayAudio).play(TILE);
  expect(harness.notices).toEqual(['Sorry, the audio could not be played.']);
});
