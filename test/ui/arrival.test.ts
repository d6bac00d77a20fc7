import { expect, it } from 'vitest';
import { Arrival } from '../../src/ui/answers/arrival.ts';

it('has nothing to show until it comes, and is there at once for whoever asks later', async () => {
  let come: (title: string) => void = () => {};
  const arrival = new Arrival(
    new Promise<string>((resolve) => {
      come = resolve;
    }),
  );
  const told: (string | undefined)[] = [];
  const early = arrival.onceThere(() => told.push(arrival.value));
  expect(arrival.value).toBeUndefined();

  come('a title');
  await early;
  expect(arrival.value).toBe('a title');
  await arrival.onceThere(() => told.push(arrival.value));
  expect(told).toEqual(['a title', 'a title']);
});
