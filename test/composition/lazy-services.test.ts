import { describe, expect, test } from 'vitest';
import { LazyServices } from '../../src/composition/lazy-services.ts';

type Play = { play(title: string): Promise<string>; stop(): void };

const lazyPlay = (code: Promise<void>) => {
  const calls: string[] = [];
  let loads = 0;
  const instance = {
    voice: 'plays',
    async play(title: string): Promise<string> {
      calls.push(title);
      return `${this.voice} ${title}`;
    },
    stop(): void {
      calls.push('stop');
    },
  };
  const services = new LazyServices(async () => {
    loads += 1;
    await code;
    return new Map([['play', instance]]);
  });
  const play = services.standIn('play', ['play', 'stop']) as Play;
  return { services, calls, play, loads: () => loads };
};

describe('a lazy service', () => {
  test('queues calls until its code has loaded, and runs them in order', async () => {
    let deliver = (): void => undefined;
    const code = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    const { calls, play, loads } = lazyPlay(code);
    const result = play.play('Dune');
    play.stop();
    expect(calls).toEqual([]);
    deliver();
    expect(await result).toBe('plays Dune');
    expect(calls).toEqual(['Dune', 'stop']);
    expect(loads()).toBe(1);
  });

  test('loads no code before the first call', () => {
    expect(lazyPlay(Promise.resolve()).loads()).toBe(0);
  });

  test('runs at once after its code has loaded, within the gesture of the caller', async () => {
    const { calls, play, services } = lazyPlay(Promise.resolve());
    await services.load();
    void play.play('Emma');
    expect(calls).toEqual(['Emma']);
  });

  test('has exactly the methods of the table', () => {
    expect(Object.keys(lazyPlay(Promise.resolve()).play)).toEqual(['play', 'stop']);
  });

  test('can be awaited, because it is no promise', async () => {
    const { play } = lazyPlay(Promise.resolve());
    expect(await Promise.resolve(play)).toBe(play);
  });
});
