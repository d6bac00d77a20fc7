import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { Emitter } from '../../src/adapters/shared/emitter.ts';
import { NoticesState, MESSAGES } from '../../src/application/notices-state.ts';
import { UpNextState } from '../../src/application/playback/up-next-state.ts';
import { UserState } from '../../src/application/session/user-state.ts';
import { observed } from '../../src/composition/observed.ts';
import { persistUpNext } from '../../src/composition/reactions/persist-up-next.ts';
import { userId, type UserId } from '../../src/domain/account/user.ts';
import { contentId } from '../../src/domain/catalogue/content.ts';
import { changesBetween, keyOf, upNextKey } from '../../src/domain/playback/up-next.ts';
import { trackId } from '../../src/domain/playback/track.ts';
import { seconds } from '../../src/domain/time.ts';
import type { KeyValueStore } from '../../src/ports/platform.ts';
import { SUBSCRIBER, title } from '../application/titles.ts';
import { LAW_RUNS } from 'audio-streaming-laws/law-runs';

const ADA = SUBSCRIBER.id;
const item = (name: string) => title({ id: contentId(name) });
const key = (name: string) => upNextKey(contentId(name), null);

const opened = (store: KeyValueStore, listener: UserId = ADA) => {
  const upNext = observed(new UpNextState());
  const user = observed(new UserState());
  const notices = observed(new NoticesState());
  persistUpNext(store, upNext, user, notices, new MemoryLog());
  user.setUser({ ...SUBSCRIBER, id: listener });
  return { upNext, user, notices };
};

const names = ({ upNext }: { readonly upNext: UpNextState }) =>
  upNext.entries.map((entry) => String(entry.item.id));

describe('Up Next', () => {
  test('is restored when the page is opened again, with its order and its tracks (PLAY-84)', () => {
    const store = new MemoryKeyValueStore();
    const { upNext } = opened(store);
    upNext.addLast(item('a'), null);
    const chapter = { id: trackId('b_2'), title: 'Two', imageUrl: null, runTime: seconds(60) };
    upNext.addLast(item('b'), chapter);
    upNext.addNext(item('c'), null);
    upNext.move(key('a'), 0);
    const again = opened(store);
    expect(again.upNext.entries).toEqual(upNext.entries);
    expect(names(again)).toEqual(['a', 'c', 'b']);
  });

  test('remembers removed entries for undo, and stores them again', () => {
    const store = new MemoryKeyValueStore();
    const { upNext } = opened(store);
    for (const name of ['a', 'b', 'c']) upNext.addLast(item(name), null);
    upNext.clear();
    expect(names(opened(store))).toEqual([]);
    upNext.undo();
    expect(names(opened(store))).toEqual(['a', 'b', 'c']);
  });

  test('stays stored after a sign-out, and is there again for the same listener (PLAY-84)', () => {
    const store = new MemoryKeyValueStore();
    const page = opened(store);
    page.upNext.addLast(item('a'), null);
    page.upNext.reset();
    page.user.clearUser();
    expect(names(page)).toEqual([]);
    page.user.setUser(SUBSCRIBER);
    expect(names(page)).toEqual(['a']);
  });

  test('of another listener is not shown, and is deleted (PLAY-86)', () => {
    const store = new MemoryKeyValueStore();
    opened(store).upNext.addLast(item('a'), null);
    expect(names(opened(store, userId('ad')))).toEqual([]);
    expect(store.keys()).toEqual([]);
    expect(names(opened(store))).toEqual([]);
  });

  test.each(['', 'null', '{}', '{"item":{},"track":null,"rank":1}'])(
    'has no entry that cannot be read: %s',
    (text) => {
      const store = new MemoryKeyValueStore();
      opened(store).upNext.addLast(item('a'), null);
      for (const stored of store.keys()) store.set(stored, text);
      expect(names(opened(store))).toEqual([]);
      expect(store.keys()).toEqual([]);
    },
  );

  test.each(['isFull', 'isBlocked'] as const)(
    'says that it cannot be kept if the storage %s (PLAY-84)',
    (fault) => {
      const store = new MemoryKeyValueStore();
      const page = opened(store);
      page.upNext.addLast(item('a'), null);
      store[fault] = true;
      page.upNext.addLast(item('b'), null);
      expect(names(page)).toEqual(['a', 'b']);
      expect(page.notices.notices).toMatchObject([{ sentences: [MESSAGES.notKept] }]);
      store[fault] = false;
      page.upNext.addLast(item('c'), null);
      expect(names(opened(store))).toEqual(['a', 'b', 'c']);
    },
  );

  test('is empty if another tab has cleared the storage', () => {
    const store = new MemoryKeyValueStore();
    const page = opened(store);
    page.upNext.addLast(item('a'), null);
    store.inAnotherTab().clearEverything();
    expect(names(page)).toEqual([]);
  });
});

/** A tab that learns only later what other tabs have written, as in a browser with several processes. */
const slowTab = (shared: MemoryKeyValueStore) => {
  const own = shared.inAnotherTab();
  const changedElsewhere = new Emitter<string | null>();
  let waiting: (string | null)[] = [];
  own.changedElsewhere.subscribe((changed) => waiting.push(changed));
  const store: KeyValueStore = {
    get: (name) => own.get(name),
    set: (name, value) => own.set(name, value),
    delete: (name) => own.delete(name),
    keys: () => own.keys(),
    changedElsewhere,
  };
  const learn = () => {
    const news = waiting;
    waiting = [];
    for (const changed of news) changedElsewhere.emit(changed);
  };
  return { ...opened(store), learn };
};

type Action = (upNext: UpNextState) => void;

const aName = () => fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const anAction = (): fc.Arbitrary<Action> =>
  fc.oneof(
    aName().map(
      (name): Action =>
        (upNext) =>
          upNext.addLast(item(name), null),
    ),
    aName().map(
      (name): Action =>
        (upNext) =>
          upNext.addNext(item(name), null),
    ),
    fc.tuple(aName(), fc.nat(5)).map(
      ([name, to]): Action =>
        (upNext) =>
          upNext.move(key(name), to),
    ),
    aName().map(
      (name): Action =>
        (upNext) =>
          upNext.remove(key(name)),
    ),
    aName().map(
      (name): Action =>
        (upNext) =>
          upNext.started(contentId(name), null),
    ),
    fc.constant<Action>((upNext) => upNext.clear()),
    fc.constant<Action>((upNext) => upNext.undo()),
  );

test(
  'two tabs that change the list at the same time have the same list, without lost or repeated entries (PLAY-85)',
  { timeout: 60_000 },
  () => {
    expect.hasAssertions();
    const steps = fc.array(fc.tuple(fc.nat(1), fc.option(anAction(), { nil: null })), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (sequence) => {
        const shared = new MemoryKeyValueStore();
        const tabs = [slowTab(shared), slowTab(shared)];
        /** The entries that are in the list after the last action on each. */
        const expected = new Set<string>();
        for (const [at, action] of sequence) {
          const tab = tabs[at];
          if (tab === undefined) throw new Error('There are two tabs');
          if (action === null) tab.learn();
          const before = tab.upNext.entries;
          action?.(tab.upNext);
          for (const { key: changed, after } of changesBetween(before, tab.upNext.entries)) {
            if (after === null) expected.delete(changed);
            else expected.add(changed);
          }
        }
        for (const tab of tabs) tab.learn();
        const [first, second] = tabs.map(({ upNext }) => upNext.entries.map(keyOf));
        expect(new Set(first)).toEqual(expected);
        expect(first).toHaveLength(expected.size);
        expect(second).toEqual(first);
      }),
      { numRuns: LAW_RUNS },
    );
  },
);
