import { expect, test, vi } from 'vitest';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryDeployment } from '../../src/adapters/memory/memory-platform.ts';
import { MoveToNewestBuild } from '../../src/application/move-to-newest-build.ts';
import { instant, milliseconds } from '../../src/domain/time.ts';

function page() {
  const clock = new MemoryClock(instant(0));
  const deployment = new MemoryDeployment();
  return { clock, deployment, move: new MoveToNewestBuild(deployment, clock) };
}

test('a page reloads once for a newer build (APP-53)', async () => {
  const { clock, deployment, move } = page();
  deployment.setState('outdated');
  expect(await move.move()).toBe('outdated');
  clock.advance(milliseconds(5000));
  expect(await move.move(), 'a file that is still missing has another cause').toBe('newest');
  expect(deployment.reloads).toBe(1);
});

test.each(['newest', 'unreachable'] as const)('a page whose build is %s is not reloaded', async (state) => {
  const { deployment, move } = page();
  deployment.setState(state);
  expect(await move.move()).toBe(state);
  expect(deployment.reloads).toBe(0);
});

test('APP-67: parts that are missing within five seconds share one request to the host', async () => {
  const { clock, deployment, move } = page();
  const check = vi.spyOn(deployment, 'check');
  deployment.setState('outdated');
  expect(await Promise.all([move.move(), move.move()])).toEqual(['outdated', 'outdated']);
  clock.advance(milliseconds(4999));
  await move.move();
  expect(check).toHaveBeenCalledOnce();
  clock.advance(milliseconds(1));
  await move.move();
  expect(check).toHaveBeenCalledTimes(2);
});
