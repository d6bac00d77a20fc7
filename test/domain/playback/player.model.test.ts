import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  autoplaySet,
  currentTrack,
  EMPTY_PLAYBACK,
  ended,
  movedNext,
  movedPrevious,
  opened,
  paused,
  type Playback,
  played,
  positionMoved,
  seeked,
  type Speed,
  speedChosen,
} from '../../../src/domain/playback/player.ts';
import { type Track, trackId, buildPlaylist } from '../../../src/domain/playback/track.ts';
import {
  isSleepDue,
  NO_SLEEP,
  type SleepMinutes,
  sleepPaused,
  sleepPlaying,
  type SleepTimer,
  startSleep,
} from '../../../src/domain/playback/sleep.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { PLAIN_TRACK, aSpeed, sleepMinutes } from '../../arbitraries/track.ts';
import { LAW_RUNS } from 'audio-streaming-laws/law-runs';

/*
 * A listener uses the player for a while. The expected state is computed twice: by the rules, and by a very simple
 * model: the names of the tracks, and which of them are valid. The two must agree after every step.
 */

type Model = {
  names: string[];
  open: Set<string>;
  at: string | null;
  position: number;
  isPlaying: boolean;
  autoplay: boolean;
  speed: number;
  /** The milliseconds of playing time that the sleep timer has left. Null without a timer. */
  sleepLeft: number | null;
};

/** The rules under test, with a clock and the windows of the tracks. */
class Player {
  playback: Playback = EMPTY_PLAYBACK;
  timer: SleepTimer = NO_SLEEP;
  now = 1_000_000;
  private readonly closing = new Map<string, number>();

  private track(name: string): Track {
    const till = this.closing.get(name);
    return {
      ...PLAIN_TRACK,
      id: trackId(name),
      contentWindow: { from: instant(0), till: till === undefined ? 'absent' : instant(till) },
    };
  }

  open(names: readonly string[]): void {
    const playlist = buildPlaylist(
      names.map((name) => this.track(name)),
      instant(this.now),
    );
    this.silent();
    this.playback = opened(this.playback, playlist, 0, seconds(0));
  }

  /** The window of a track closes at this instant. */
  close(name: string): void {
    this.closing.set(name, this.now);
    this.playback = {
      ...this.playback,
      tracks: this.playback.tracks.map((track) => (track.id === name ? this.track(name) : track)),
    };
  }

  sounding(): void {
    this.playback = played(this.playback);
    if (this.playback.isPlaying) this.timer = sleepPlaying(this.timer, milliseconds(this.now));
  }

  silent(): void {
    this.playback = paused(this.playback);
    this.timer = sleepPaused(this.timer, milliseconds(this.now));
  }

  change(transition: (playback: Playback) => Playback): void {
    this.playback = transition(this.playback);
    if (!this.playback.isPlaying) this.silent();
  }

  sleep(minutes: SleepMinutes): void {
    this.timer = startSleep(minutes, milliseconds(this.now));
    if (!this.playback.isPlaying) this.timer = sleepPaused(this.timer, milliseconds(this.now));
  }

  pass(span: number): void {
    this.now += span;
    if (this.playback.isPlaying) {
      this.playback = positionMoved(this.playback, seconds(this.playback.position + span / 1000));
    }
    if (isSleepDue(this.timer, milliseconds(this.now))) {
      this.silent();
      this.timer = NO_SLEEP;
    }
  }
}

const agree = (model: Readonly<Model>, { playback }: Player): void => {
  expect({
    names: playback.tracks.map((track) => track.id),
    at: currentTrack(playback)?.id ?? null,
    index: playback.index,
    position: playback.position,
    isPlaying: playback.isPlaying,
    autoplay: playback.autoplay,
    speed: playback.speed,
  }).toEqual({
    names: model.names,
    at: model.at,
    index: model.names.indexOf(model.at ?? ''),
    position: model.position,
    isPlaying: model.isPlaying,
    autoplay: model.autoplay,
    speed: model.speed,
  });
};

type Step = fc.Command<Model, Player>;

const step = (name: string, inModel: (model: Model) => void, inPlayer: (player: Player) => void): Step => ({
  check: () => true,
  run: (model, player) => {
    inModel(model);
    inPlayer(player);
    agree(model, player);
  },
  toString: () => name,
});

const goTo = (model: Model, name: string | undefined): boolean => {
  if (name === undefined) return false;
  model.at = name;
  model.position = 0;
  return true;
};

const openAfter = (model: Model): string | undefined =>
  model.names.slice(model.names.indexOf(model.at ?? '') + 1).find((name) => model.open.has(name));

const openBefore = (model: Model): string | undefined =>
  model.names
    .slice(0, Math.max(model.names.indexOf(model.at ?? ''), 0))
    .findLast((name) => model.open.has(name));

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

const steps: fc.Arbitrary<Step>[] = [
  fc.subarray(NAMES).map((names) =>
    step(
      `open ${names.join('')}`,
      (model) => {
        model.names = names.filter((name) => model.open.has(name));
        model.at = model.names[0] ?? null;
        model.position = 0;
        model.isPlaying = false;
      },
      (player) => player.open(names),
    ),
  ),
  fc.constant(
    step(
      'play',
      (model) => {
        model.isPlaying = model.at !== null;
      },
      (player) => player.sounding(),
    ),
  ),
  fc.constant(
    step(
      'pause',
      (model) => {
        model.isPlaying = false;
      },
      (player) => player.silent(),
    ),
  ),
  fc.constant(
    step(
      'next',
      (model) => {
        goTo(model, openAfter(model));
      },
      (player) => player.change((playback) => movedNext(playback, instant(player.now))),
    ),
  ),
  fc.constant(
    step(
      'previous',
      (model) => {
        if (model.position > 3) model.position = 0;
        else goTo(model, openBefore(model));
      },
      (player) => player.change((playback) => movedPrevious(playback, instant(player.now))),
    ),
  ),
  fc.integer({ min: -20, max: 400 }).map((to) =>
    step(
      `seek to ${to} of 300`,
      (model) => {
        if (model.at !== null) model.position = to < 0 ? 0 : to > 300 ? 300 : to;
      },
      (player) => player.change((playback) => seeked(playback, seconds(to), seconds(300))),
    ),
  ),
  fc.constant(
    step(
      'ended',
      (model) => {
        model.isPlaying = model.autoplay && goTo(model, openAfter(model));
      },
      (player) => {
        player.change((playback) => ended(playback, instant(player.now)));
        if (player.playback.isPlaying) player.sounding();
      },
    ),
  ),
  aSpeed().map((speed: Speed) =>
    step(
      `speed ${speed}`,
      (model) => {
        model.speed = speed;
      },
      (player) => player.change((playback) => speedChosen(playback, speed)),
    ),
  ),
  fc.boolean().map((on) =>
    step(
      `autoplay ${on}`,
      (model) => {
        model.autoplay = on;
      },
      (player) => player.change((playback) => autoplaySet(playback, on)),
    ),
  ),
  sleepMinutes().map((minutes) =>
    step(
      `sleep ${minutes}`,
      (model) => {
        model.sleepLeft = minutes === 0 ? null : minutes * 60_000;
      },
      (player) => player.sleep(minutes),
    ),
  ),
  fc.constantFrom(1, 999, 1000, 2500, 299_999, 300_000, 900_000, 7_200_000).map((span) =>
    step(
      `${span} ms pass`,
      (model) => {
        if (!model.isPlaying) return;
        model.position += span / 1000;
        if (model.sleepLeft === null) return;
        model.sleepLeft -= span;
        if (model.sleepLeft > 0) return;
        model.sleepLeft = null;
        model.isPlaying = false;
      },
      (player) => player.pass(span),
    ),
  ),
  fc.constantFrom(...NAMES).map((name) =>
    step(
      `${name} closes`,
      (model) => {
        model.open.delete(name);
      },
      (player) => player.close(name),
    ),
  ),
];

describe('the player, step by step', () => {
  test(
    'after any steps of a listener, the rules and the model agree',
    { timeout: 30_000 + LAW_RUNS * 30 },
    () => {
      expect.hasAssertions();
      fc.assert(
        fc.property(fc.commands(steps, { maxCommands: 60, size: 'max' }), (sequence) => {
          fc.modelRun(
            () => ({
              model: {
                names: [],
                open: new Set(NAMES),
                at: null,
                position: 0,
                isPlaying: false,
                autoplay: false,
                speed: 1,
                sleepLeft: null,
              },
              real: new Player(),
            }),
            sequence,
          );
        }),
        { numRuns: LAW_RUNS },
      );
    },
  );
});
