import { describe, expect, test } from 'vitest';
import { namesIn } from '../../scripts/vite/class-names.ts';

describe('the names of classes in a build', () => {
  test('are the same for the same class of the same file, wherever the project lies', () => {
    const here = namesIn('/here');
    const there = namesIn('/there');
    expect(here('tile', '/here/src/tile.module.css')).toBe(here('tile', '/here/src/tile.module.css?used'));
    expect(here('tile', '/here/src/tile.module.css')).toBe(there('tile', '/there/src/tile.module.css'));
  });

  test('never meet, within a file or across files', () => {
    const nameOf = namesIn('/here');
    const names = Array.from({ length: 1_000 }, (_, file) =>
      Array.from({ length: 40 }, (__, index) => nameOf(`class-${index}`, `/here/${file}.module.css`)),
    ).flat();
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^_[\w-]{4,5}$/.test(name))).toEqual([]);
  });
});
