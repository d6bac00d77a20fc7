import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import {
  addedLast,
  addedNext,
  changesBetween,
  keyOf,
  movedEntry,
  removedEntry,
  sortedEntries,
  undoneChanges,
  UP_NEXT_LIMIT,
  upNextKey,
  type UpNextEntry,
} from '../../../src/domain/playback/up-next.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { aContentId, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from 'audio-streaming-laws/laws';

type Entries = readonly UpNextEntry[];

/** A title, or one of its tracks. */
const aTarget = () =>
  fc.tuple(
    aContentId().map((id) => ({ ...PLAIN_ITEM, id })),
    fc.option(
      fc.constantFrom('1_1', '1_2').map((id) => ({ ...PLAIN_TRACK, id: trackId(id) })),
      { nil: null },
    ),
  );

/** A list that a listener made. */
const aList = (): fc.Arbitrary<Entries> =>
  fc
    .array(fc.tuple(aTarget(), fc.boolean()), { maxLength: 20 })
    .map((adds) =>
      adds.reduce<Entries>(
        (entries, [[item, track], isNext]) => (isNext ? addedNext : addedLast)(entries, item, track),
        [],
      ),
    );

const keysOf = (entries: Entries) => entries.map(keyOf);
const anIndex = () => fc.integer({ min: -2, max: 25 });
const keyAt = (entries: Entries, at: number) => keysOf(entries).at(at) ?? upNextKey(contentId('none'), null);

const full = Array.from({ length: UP_NEXT_LIMIT }, (_, at) => ({
  ...PLAIN_ITEM,
  id: contentId(`${at}`),
})).reduce<Entries>((entries, item) => addedLast(entries, item, null), []);

describe('Up Next', () => {
  law(
    'an added entry is first or last, and all others keep their order (PLAY-77)',
    [aList(), aTarget()],
    (entries, target) => {
      const key = upNextKey(target[0].id, target[1]?.id ?? null);
      const others = keysOf(entries).filter((each) => each !== key);
      expect(keysOf(addedNext(entries, ...target))).toEqual([key, ...others]);
      expect(keysOf(addedLast(entries, ...target))).toEqual([...others, key]);
    },
  );

  law(
    'a moved entry is at its index, and all others keep their order',
    [aList(), anIndex(), anIndex()],
    (entries, at, to) => {
      const key = keyAt(entries, at);
      const moved = movedEntry(entries, key, to);
      expect(keysOf(moved).filter((each) => each !== key)).toEqual(keysOf(removedEntry(entries, key)));
      if (!keysOf(entries).includes(key)) return;
      expect(keysOf(moved).indexOf(key)).toBe(Math.min(Math.max(to, 0), entries.length - 1));
    },
  );

  law('the order is the order of the ranks', [aList(), anIndex(), anIndex()], (entries, at, to) => {
    const moved = movedEntry(entries, keyAt(entries, at), to);
    expect(sortedEntries(moved.toReversed())).toEqual(moved);
  });

  law(
    'undo restores the list before, after any command (PLAY-79)',
    [aList(), aTarget(), anIndex(), anIndex()],
    (entries, target, at, to) => {
      const key = keyAt(entries, at);
      for (const after of [
        addedNext(entries, ...target),
        addedLast(entries, ...target),
        movedEntry(entries, key, to),
        removedEntry(entries, key),
        [],
      ]) {
        expect(keysOf(undoneChanges(after, changesBetween(entries, after)))).toEqual(keysOf(entries));
      }
    },
  );

  law(
    'undo does not restore entries that have left the list since, and keeps added ones (PLAY-79)',
    [aList(), aTarget(), anIndex()],
    (entries, target, at) => {
      const played = keyAt(entries, 0);
      const moved = movedEntry(entries, played, at);
      const added = upNextKey(target[0].id, target[1]?.id ?? null);
      const since = addedLast(removedEntry(moved, played), ...target);
      const undone = keysOf(undoneChanges(since, changesBetween(entries, moved)));
      expect(new Set(undone)).toEqual(new Set(keysOf(since)));
      expect(undone).toContain(added);
    },
  );

  test('a move changes one entry only', () => {
    const moved = movedEntry(full, keyAt(full, 50), 3);
    expect(changesBetween(full, moved)).toHaveLength(1);
  });

  test('an entry can be moved between the same two neighbours for ever', () => {
    let entries: Entries = full.slice(0, 3);
    for (let turn = 0; turn < 200; turn += 1) {
      const last = keyAt(entries, -1);
      const before = keysOf(entries);
      entries = movedEntry(entries, last, 1);
      expect(keysOf(entries)).toEqual([before[0], last, before[1]]);
      expect(sortedEntries(entries.toReversed())).toEqual(entries);
    }
  });

  test('a full list accepts no more entries, but its entries can be moved (PLAY-76)', () => {
    expect(addedLast(full, PLAIN_ITEM, PLAIN_TRACK)).toBe(full);
    const [first] = full;
    if (first === undefined) throw new Error('The list is full');
    expect(keysOf(addedLast(full, first.item, null)).at(-1)).toBe(keyOf(first));
  });

  test('large parts of a title are not stored', () => {
    const chapter = { title: 'One', url: '/1.mp3', index: 1, runTime: null, transcripts: [] };
    const [entry] = addedNext([], { ...PLAIN_ITEM, description: 'Long', chapters: [chapter] }, null);
    expect(entry?.item).toEqual(PLAIN_ITEM);
  });
});
