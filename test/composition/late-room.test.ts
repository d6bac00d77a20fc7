import { expect, test } from 'vitest';
import { LateRoom } from '../../src/composition/late-room.ts';

type Room = { readonly play: { run(title: string): Promise<string>; stop(): void } };

const roomAfter = (code: Promise<void>) => {
  const heard: string[] = [];
  let fetched = 0;
  class Play {
    readonly voice = 'plays';
    async run(title: string): Promise<string> {
      heard.push(title);
      return `${this.voice} ${title}`;
    }
    stop(): void {
      heard.push('stop');
    }
  }
  const room = new LateRoom<Room>(async () => {
    fetched += 1;
    await code;
    return { play: new Play() };
  });
  return { room, heard, play: room.verbs('play', 'run', 'stop'), fetchedTimes: () => fetched };
};

test('what is asked before the code is here waits for it, in its order, and is answered', async () => {
  let arrive = (): void => undefined;
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { heard, play, fetchedTimes } = roomAfter(code);
  const answer = play.run('Dune');
  play.stop();
  expect(heard).toEqual([]);
  arrive();
  expect(await answer).toBe('plays Dune');
  expect(heard).toEqual(['Dune', 'stop']);
  expect(fetchedTimes()).toBe(1);
});

test('nothing is fetched before it is asked for', () => {
  expect(roomAfter(Promise.resolve()).fetchedTimes()).toBe(0);
});

test('what is asked when the code is here is done at once, within the gesture that asks for it', async () => {
  const { heard, play, room } = roomAfter(Promise.resolve());
  await room.open();
  void play.run('Emma');
  expect(heard).toEqual(['Emma']);
});

test('what stands in answers the declared names alone, so that awaiting it does not wait', async () => {
  const { play, fetchedTimes } = roomAfter(new Promise(() => undefined));
  expect(await Promise.race([Promise.resolve(play), Promise.resolve('waits')])).toBe(play);
  expect(Object.keys(play)).toEqual(['run', 'stop']);
  expect('then' in play).toBe(false);
  expect(Reflect.get(play, 'jump')).toBeUndefined();
  expect(fetchedTimes()).toBe(0);
});
