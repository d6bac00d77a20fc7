import { expect, it } from 'vitest';
import { Resource, betterOf } from '../../../src/ui/components/resource/resource.ts';

it('has no value until it has loaded, and has it at once afterwards', async () => {
  let come: (title: string) => void = () => {};
  const resource = new Resource(
    new Promise<string>((resolve) => {
      come = resolve;
    }),
  );
  const told: (string | undefined)[] = [];
  const early = resource.whenLoaded(() => told.push(resource.value));
  expect(resource.value).toBeUndefined();

  come('a title');
  await early;
  expect(resource.value).toBe('a title');
  await resource.whenLoaded(() => told.push(resource.value));
  expect(told).toEqual(['a title', 'a title']);
});

it('keeps the old value until a better one has loaded', () => {
  const [old, fresh, failure, other] = [
    { ok: true, value: 1 },
    { ok: true, value: 2 },
    { ok: false },
    { ok: false },
  ];
  expect(betterOf(undefined, undefined)).toBeUndefined();
  expect(betterOf(undefined, failure)).toBe(failure);
  expect(betterOf(old, undefined)).toBe(old);
  expect(betterOf(old, failure)).toBe(old);
  expect(betterOf(old, fresh)).toBe(fresh);
  expect(betterOf(failure, undefined), 'a failure makes room for what is on its way').toBeUndefined();
  expect(betterOf(failure, other)).toBe(other);
  expect(betterOf(true, undefined)).toBe(true);
});
