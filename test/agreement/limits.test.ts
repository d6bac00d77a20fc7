import { LONGEST_NAME } from 'audio-streaming-provider/api/routes/feeds';
import { FASTEST_SPEED, SLOWEST_SPEED } from 'audio-streaming-provider/members/listening-positions';
import { expect, test } from 'vitest';
import { LONGEST_FEED_NAME } from '../../src/domain/feeds/private-feed.ts';
import { SPEEDS } from '../../src/domain/playback/player.ts';

// App and provider share no code, so each states these limits. Here they are compared.

test('the name of a private feed is as long in the app as at the provider', () => {
  expect(LONGEST_FEED_NAME).toBe(LONGEST_NAME);
});

test('the app offers the speeds that the provider stores, and no others (PLAY-29)', () => {
  expect([SPEEDS[0], SPEEDS.at(-1)]).toEqual([SLOWEST_SPEED, FASTEST_SPEED]);
});
