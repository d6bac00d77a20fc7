import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { UP_NEXT_LIMIT, upNextKey } from '../../../src/domain/playback/up-next.ts';
import { LAW_RUNS } from 'audio-streaming-laws/law-runs';
import { title } from '../titles.ts';

/*
 * A listener changes Up Next, and titles of it start to play. The model is a list of names. After every step both have
 * the same names in the same order, without a repeated one, and never more than the limit.
 */

type Model = {
  names: readonly string[];
  /** The list before the last command that changed something. Null: nothing can be undone. */
  before: readonly string[] | null;
  /** The entries that started to play since that command. */
  started: readonly string[];
};

type Step = fc.Command<Model, UpNextState>;

const key = (name: string) => upNextKey(contentId(name), null);
const item = (name: string) => title({ id: contentId(name) });

const step = (
  name: string,
  inModel: (model: Model) => void,
  inState: (state: UpNextState) => void,
): Step => ({
  check: () => true,
  run: (model, state) => {
    inModel(model);
    inState(state);
    const names = state.entries.map((entry) => entry.item.id);
    expect(names).toEqual(model.names);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeLessThanOrEqual(UP_NEXT_LIMIT);
  },
  toString: () => name,
});

const command = (model: Model, names: readonly string[]): void => {
  model.before = model.names;
  model.started = [];
  model.names = names;
};

const without = (model: Model, name: string) => model.names.filter((each) => each !== name);

/** False if the list is full, and the name is new. */
const hasRoom = (model: Model, name: string) => without(model, name).length < UP_NEXT_LIMIT;

const aName = () => fc.integer({ min: 0, max: UP_NEXT_LIMIT + 4 }).map(String);

const steps: fc.Arbitrary<Step>[] = [
  aName().map((name) =>
    step(
      `play ${name} next`,
      (model) => {
        if (hasRoom(model, name)) command(model, [name, ...without(model, name)]);
      },
      (state) => state.addNext(item(name), null),
    ),
  ),
  aName().map((name) =>
    step(
      `add ${name}`,
      (model) => {
        if (hasRoom(model, name)) command(model, [...without(model, name), name]);
      },
      (state) => state.addLast(item(name), null),
    ),
  ),
  fc.tuple(aName(), fc.integer({ min: 0, max: UP_NEXT_LIMIT })).map(([name, to]) =>
    step(
      `move ${name} to ${to}`,
      (model) => {
        const target = Math.min(to, model.names.length - 1);
        if (!model.names.includes(name) || model.names[target] === name) return;
        command(model, without(model, name).toSpliced(target, 0, name));
      },
      (state) => state.move(key(name), to),
    ),
  ),
  aName().map((name) =>
    step(
      `remove ${name}`,
      (model) => {
        if (model.names.includes(name)) command(model, without(model, name));
      },
      (state) => state.remove(key(name)),
    ),
  ),
  fc.constant(
    step(
      'clear',
      (model) => {
        if (model.names.length > 0) command(model, []);
      },
      (state) => state.clear(),
    ),
  ),
  fc.constant(
    step(
      'undo',
      (model) => {
        const { before, started } = model;
        if (before !== null) model.names = before.filter((name) => !started.includes(name));
        model.before = null;
      },
      (state) => state.undo(),
    ),
  ),
  aName().map((name) =>
    step(
      `${name} starts`,
      (model) => {
        if (!model.names.includes(name)) return;
        model.names = without(model, name);
        model.started = [...model.started, name];
      },
      (state) => state.started(contentId(name), null),
    ),
  ),
];

describe('Up Next, step by step', () => {
  test(
    'commands, undo and playing never lose or repeat an entry',
    { timeout: 30_000 + LAW_RUNS * 60 },
    () => {
      expect.hasAssertions();
      const filled = fc.constantFrom(0, 3, UP_NEXT_LIMIT - 1, UP_NEXT_LIMIT);
      fc.assert(
        fc.property(filled, fc.commands(steps, { maxCommands: 40, size: 'max' }), (count, sequence) => {
          fc.modelRun(() => {
            const names = Array.from({ length: count }, (_, at) => String(at));
            const real = new UpNextState();
            for (const name of names) real.addLast(item(name), null);
            const model: Model = { names, before: names.slice(0, -1), started: [] };
            if (count === 0) model.before = null;
            return { model, real };
          }, sequence);
        }),
        { numRuns: LAW_RUNS },
      );
    },
  );
});
