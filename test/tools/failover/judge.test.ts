import { describe, expect, test } from 'vitest';
import { judge, longestGap, medianOf, type State } from '../../../tools/failover/judge.ts';

describe('what was lost', () => {
  const verdictOn = (state: State, stored?: string) => {
    const states = new Map(stored === undefined ? [] : [['position', stored]]);
    return judge(
      { states: new Map([['position', state]]), royalties: new Map() },
      { states, royalties: new Map() },
    ).lost;
  };

  test.each<[string, State, string | undefined]>([
    ['the newest acknowledged value is stored', { acknowledged: '7', later: [] }, '7'],
    ['a later value is stored, whose answer never came', { acknowledged: '7', later: ['8'] }, '8'],
    ['nothing was acknowledged', { acknowledged: null, later: ['1'] }, undefined],
  ])('nothing, if %s', (_case, state, stored) => {
    expect(verdictOn(state, stored)).toEqual([]);
  });

  test.each<[string, State, string | undefined]>([
    ['an older value is stored', { acknowledged: '7', later: ['8'] }, '6'],
    ['nothing is stored', { acknowledged: '7', later: [] }, undefined],
  ])('the acknowledged value, if %s', (_case, state, stored) => {
    expect(verdictOn(state, stored)).toEqual([
      `position: 7 was acknowledged, and ${stored ?? 'nothing'} is stored`,
    ]);
  });
});

test.each([
  { isAcknowledged: true, rows: 0, lost: 1, doubled: 0 },
  { isAcknowledged: true, rows: 1, lost: 0, doubled: 0 },
  { isAcknowledged: true, rows: 2, lost: 0, doubled: 1 },
  { isAcknowledged: false, rows: 0, lost: 0, doubled: 0 },
  { isAcknowledged: false, rows: 1, lost: 0, doubled: 0 },
  { isAcknowledged: false, rows: 2, lost: 0, doubled: 1 },
])(
  'a royalty with $rows rows, acknowledged: $isAcknowledged, is lost $lost and doubled $doubled times (PROG-62)',
  ({ isAcknowledged, rows, lost, doubled }) => {
    const verdict = judge(
      { states: new Map(), royalties: new Map([['royalty', isAcknowledged]]) },
      { states: new Map(), royalties: new Map(rows === 0 ? [] : [['royalty', rows]]) },
    );
    expect([verdict.lost.length, verdict.doubled.length]).toEqual([lost, doubled]);
  },
);

test('the longest gap reaches from the last moment before it to the first one after it, or to an end of the window', () => {
  expect(longestGap([0, 11, 12, 19, 40], 10, 20)).toBe(7);
  expect(longestGap([15], 10, 20)).toBe(5);
  expect(longestGap([], 10, 20)).toBe(10);
  expect(longestGap([5, 30], 10, 20)).toBe(10);
});

test('the median is the middle, or the mean of the two in the middle', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 2, 3])).toBe(2.5);
});
