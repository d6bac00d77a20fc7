import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  LISTENERS,
  NETWORKS,
  PLAYERS,
  queryOf,
  SOUNDS,
  SPEEDS,
  stateOf,
  STORAGES,
  WINDOWS,
} from '../../harness/state.ts';
import { SPEEDS as PLAYBACK_SPEEDS } from '../../src/domain/playback/player.ts';
import { instant, seconds, type Bound } from '../../src/domain/time.ts';
import { law } from '../domain/laws.ts';

/** To the second, in years of four digits: an address holds dates as ISO 8601. */
const aSecond = () => fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => instant(second * 1000));
const aBound = (): fc.Arbitrary<Bound> =>
  fc.oneof(aSecond(), fc.constantFrom<Bound[]>('absent', 'unreadable'));
const anId = () => fc.stringMatching(/^[a-z0-9é&=+%-]{1,12}$/u);

const aState = () =>
  fc.record({
    listener: fc.constantFrom(...LISTENERS),
    purchases: fc.array(anId(), { maxLength: 3 }),
    at: aSecond(),
    speed: fc.constantFrom(...SPEEDS),
    path: anId().map((id) => `/audios/${id}?q=1 2#tracks`),
    player: fc.option(
      fc.record({
        status: fc.constantFrom(...PLAYERS),
        title: anId(),
        track: anId(),
        position: fc.integer({ min: 0, max: 999_999 }).map(seconds),
        speed: fc.constantFrom(...PLAYBACK_SPEEDS),
      }),
    ),
    windows: fc.array(
      fc.record({
        title: anId(),
        name: fc.constantFrom(...WINDOWS),
        window: fc.record({ from: aBound(), till: aBound() }),
      }),
      { maxLength: 3 },
    ),
    network: fc.constantFrom(...NETWORKS),
    storage: fc.constantFrom(...STORAGES),
    sound: fc.constantFrom(...SOUNDS),
    adapters: fc.dictionary(fc.stringMatching(/^[A-Z][a-z]{1,8}$/u), anId(), { noNullPrototype: true }),
  });

describe('the address of the harness', () => {
  law('leads back to the same state', [aState()], (state) => {
    expect(stateOf(queryOf(state))).toEqual(state);
  });

  law('is read whatever it holds', [fc.string()], (query) => {
    expect(() => stateOf(query)).not.toThrow();
  });
});
