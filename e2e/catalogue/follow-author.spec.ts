import { expect } from '../fixtures.ts';
import { test } from '../support/sessions.ts';

const AUTHOR = { id: 'siobhan-odwyer', name: "Siobhán O'Dwyer" };
const SAVE = '/api/v2/favorites/authors';

test('an author is shown as followed once saved and after a reload, and so is the end of following', async ({
  openAs,
  provider,
}) => {
  const page = await openAs('trial');
  const main = page.getByRole('main');
  const follow = main.getByRole('button', { name: 'Follow', exact: true });
  const saves = async () =>
    (await provider.calls()).filter(({ method, path }) => method === 'POST' && path === SAVE);
  await page.goto(`/authors/${AUTHOR.id}`);
  await expect(main.getByRole('heading', { level: 1, name: AUTHOR.name })).toBeVisible();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');

  await provider.faults({ match: { method: 'POST', path: SAVE }, delay_ms: 2_000, times: 1 });
  await follow.click();
  // Both attributes are checked at once, because the save may end between two checks.
  await expect(follow.and(page.locator('[aria-busy="true"][aria-pressed="false"]'))).toBeVisible();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  expect((await saves()).map(({ body }) => body)).toEqual([{ author_id: AUTHOR.id, is_favorite: true }]);

  await page.reload();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/favorite-authors');
  await main.getByRole('link', { name: AUTHOR.name }).first().click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  expect((await saves()).map(({ body }) => body)).toEqual([
    { author_id: AUTHOR.id, is_favorite: true },
    { author_id: AUTHOR.id, is_favorite: false },
  ]);
  const listed = page.waitForResponse((response) => response.url().includes(SAVE));
  await page.reload();
  expect(await (await listed).json()).toMatchObject({ results: [] });
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
});

test('a follow that cannot be saved changes nothing and shows an alert', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 500|A follow was not saved/);
  const page = await openAs('trial');
  const follow = page.getByRole('main').getByRole('button', { name: 'Follow', exact: true });
  await provider.faults({ match: { method: 'POST', path: SAVE }, status: 500 });
  await page.goto(`/authors/${AUTHOR.id}`);
  await follow.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await expect(follow).toHaveAttribute('aria-busy', 'false');
});
