import { expect, test } from 'vitest';
import { judge, type Royalties } from '../failover/report.ts';

const royalties = (acknowledged: number, ...unknown: number[]): ReadonlyMap<string, Royalties> =>
  new Map([['ann', { acknowledged, unknown }]]);

test.each([
  ['all that was acknowledged', royalties(6), 6, {}],
  ['one of those without a response', royalties(6, 4, 5), 11, {}],
  ['less than what was acknowledged', royalties(6), 3, { lost: 1 }],
  ['one without a response instead of one that was acknowledged', royalties(6, 4), 7, { lost: 1 }],
  ['more than everything that was sent', royalties(6, 4), 12, { doubled: 1 }],
])(
  'of stored royalties: %s',
  (_what, sent, sum, { lost = 0, doubled = 0 }: { lost?: number; doubled?: number }) => {
    const judged = judge(
      { states: new Map(), royalties: sent },
      { states: new Map(), royalties: new Map([['ann', sum]]) },
    );
    expect(judged.lost).toHaveLength(lost);
    expect(judged.doubled).toHaveLength(doubled);
  },
);
