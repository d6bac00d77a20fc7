import { expect, test } from 'vitest';
import { Turns } from '../turns.ts';

test('so many works run at once, and the others wait in their order', async () => {
  const turns = new Turns(2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) =>
    turns.take(async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 'b') throw new Error('failed');
      return name;
    });
  const all = ['a', 'b', 'c', 'd'].map((name) => work(name).catch(() => 'failed'));
  await Promise.resolve();
  expect(log).toEqual(['a', 'b']);
  ends[1]?.();
  await all[1];
  await Promise.resolve();
  expect(log).toEqual(['a', 'b', 'c']);
  ends[0]?.();
  ends[2]?.();
  await all[2];
  await Promise.resolve();
  ends[3]?.();
  expect(await Promise.all(all)).toEqual(['a', 'failed', 'c', 'd']);
});
