import { expect, test } from 'vitest';
import { MemoryDeployment } from '../../src/adapters/memory/memory-deployment.ts';
import { MoveToNewestBuild } from '../../src/application/move-to-newest-build.ts';

test('a page reloads once for a newer build', async () => {
  const deployment = new MemoryDeployment();
  const move = new MoveToNewestBuild(deployment);
  deployment.setState('outdated');
  expect(await move.move()).toBe('outdated');
  expect(await move.move(), 'a file that is still missing has another cause').toBe('newest');
  expect(deployment.reloads).toBe(1);
});

test.each(['newest', 'unreachable'] as const)('a page whose build is %s is not reloaded', async (state) => {
  const deployment = new MemoryDeployment();
  deployment.setState(state);
  expect(await new MoveToNewestBuild(deployment).move()).toBe(state);
  expect(deployment.reloads).toBe(0);
});
