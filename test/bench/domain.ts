/*
 * `npm run bench:domain`: the cost of the rules on one core. The targets: a play decision takes less than 1 µs, a playlist
 * of 100,000 tracks is built in less than 50 ms, and the cost grows at most linearly. The bench ends with an error if a
 * target is missed.
 */
import { sample } from 'fast-check';
import { decidePlay } from '../../src/domain/entitlement/play-decision.ts';
import { EMPTY_PLAYBACK, movedNext, movedPrevious, opened } from '../../src/domain/playback/player.ts';
import { buildPlaylist } from '../../src/domain/playback/track-list.ts';
import { instant, seconds } from '../../src/domain/time.ts';
import { trackId } from '../../src/domain/playback/track.ts';
import type { Track } from '../../src/domain/playback/track.ts';
import { aContentItem } from '../arbitraries/content.ts';
import { anInstant } from '../arbitraries/time.ts';
import { PLAIN_TRACK } from '../arbitraries/track.ts';
import { aUser } from '../arbitraries/user.ts';
import { check } from './check.ts';
import { measure, perPart } from './measure.ts';
import type { Measurement } from './measure.ts';
import { shown } from './shown.ts';

const SEED = 20_261_121;
const SIZES = [10, 1_000, 100_000] as const;
const TARGET_DECISION_MS = 0.001;
const TARGET_PLAYLIST_MS = 50;
// In a list that is a hundred times longer, a track may cost a little more, because the list does not fit into the
// processor's caches. With quadratic growth it would cost a hundred times more.
const LINEAR = 4;

const NOW = instant(Date.UTC(2026, 10, 21));
const window = { from: instant(NOW - 1), till: instant(NOW + 1) };
const past = { from: instant(NOW - 2), till: instant(NOW - 1) };

/** The window of every third track has closed, so building and stepping have to skip these tracks. */
const tracksOf = (size: number): readonly Track[] =>
  Array.from({ length: size }, (_, at) => ({
    ...PLAIN_TRACK,
    id: trackId(`1_${at + 1}`),
    index: at + 1,
    contentWindow: window,
    ownWindow: at % 3 === 2 ? past : window,
  }));

const validOf = (size: number): number => size - Math.floor(size / 3);

const decisions = (): Measurement => {
  const count = 100_000;
  const users = sample(aUser(), { numRuns: 500, seed: SEED });
  const items = sample(aContentItem(), { numRuns: 500, seed: SEED });
  const instants = sample(anInstant(), { numRuns: 500, seed: SEED });
  const cases = users.flatMap((user, index) => {
    const item = items[index];
    const now = instants[index];
    return item === undefined || now === undefined ? [] : [{ user, item, now }];
  });
  // If all cases had the same decision, only one path through the rules would be measured.
  const kinds = new Set(cases.map(({ user, item, now }) => decidePlay(user, item, now).kind));
  check(kinds.size === 3, `the decisions are only ${[...kinds].join(', ')}`);
  check(count % cases.length === 0, `${cases.length} cases do not divide ${count} decisions`);
  const measured = measure(41, () => {
    let plays = 0;
    for (let round = 0; round < count / cases.length; round += 1) {
      for (const { user, item, now } of cases) if (decidePlay(user, item, now).kind === 'play') plays += 1;
    }
    return plays;
  });
  return perPart(measured, count);
};

/** Builds small lists many times, so that a round is long enough for the clock. */
const building = (size: number): Measurement => {
  const tracks = tracksOf(size);
  const times = Math.max(1, 100_000 / size);
  const measured = measure(41, () => {
    let count = 0;
    for (let time = 0; time < times; time += 1) count += buildPlaylist(tracks, NOW).length;
    check(count === times * validOf(size), `${count / times} of ${size} tracks are in the playlist`);
    return count;
  });
  return perPart(measured, times);
};

/** Steps from the first track to the last and back. */
const stepping = (size: number): Measurement => {
  const tracks = tracksOf(size);
  const times = Math.max(1, 100_000 / size);
  const measured = measure(41, () => {
    let playback = opened(EMPTY_PLAYBACK, tracks, 0, seconds(0));
    let steps = 0;
    for (let time = 0; time < times; time += 1) {
      for (let next = movedNext(playback, NOW); next !== playback; next = movedNext(playback, NOW)) {
        playback = next;
        steps += 1;
      }
      for (let back = movedPrevious(playback, NOW); back !== playback; back = movedPrevious(playback, NOW)) {
        playback = back;
        steps += 1;
      }
    }
    const expected = times * 2 * (validOf(size) - 1);
    check(steps === expected, `${steps} steps were made of ${expected}`);
    return playback;
  });
  return perPart(measured, times);
};

const line = (what: string, { median, low, high }: Measurement): void => {
  console.log(
    `${what.padEnd(44)} ${shown(median).padStart(10)}   (middle half ${shown(low)} to ${shown(high)})`,
  );
};

const missed: string[] = [];
const expectAtMost = (what: string, value: number, most: number): void => {
  if (!(value <= most)) missed.push(`${what}: ${value} is more than ${most}`);
};

const decision = decisions();
line('one play decision', decision);
console.log(
  `${'play decisions a second'.padEnd(44)} ${Math.round(1000 / decision.median).toLocaleString('en')}`,
);
expectAtMost('one play decision (ms)', decision.median, TARGET_DECISION_MS);

for (const [what, task] of [
  ['building a playlist', building],
  ['stepping through a playlist and back', stepping],
] as const) {
  const measured = SIZES.map((size) => ({ size, cost: task(size) }));
  for (const { size, cost } of measured) {
    line(`${what} of ${size.toLocaleString('en')}`, cost);
    if (size === 100_000) expectAtMost(`${what} of 100,000 (ms)`, cost.median, TARGET_PLAYLIST_MS);
  }
  // The cost of a track must not grow with the list. Lists below 1,000 are left out, because fixed costs dominate there.
  const perTrack = measured.map(({ size, cost }) => cost.median / size);
  const growth = (perTrack[2] ?? Number.NaN) / (perTrack[1] ?? Number.NaN);
  console.log(
    `${`  a track of 100,000 against one of 1,000`.padEnd(44)} ${growth.toFixed(2).padStart(10)} ×`,
  );
  expectAtMost(`${what}: growth of the cost of a track`, growth, LINEAR);
}

for (const sentence of missed) console.error(`Missed: ${sentence}`);
process.exitCode = missed.length > 0 ? 1 : 0;
