import { expect, test } from 'vitest';
import { APP_PATHS } from 'audio-streaming-provider/host/app-paths';
import { createAppRouter } from '../../../src/ui/app/router.tsx';
import { Harness } from '../../harness.ts';

test('the provider knows the path of every route of the app', () => {
  const { routesByPath } = createAppRouter(new Harness({ items: [] }).services);
  const paths = Object.keys(routesByPath).map((path) => path.replaceAll(/\$\w+/gu, ':'));
  expect(paths.toSorted()).toEqual([...APP_PATHS].toSorted());
});
