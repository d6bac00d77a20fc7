import { expect, test } from './fixtures.ts';
import { Listener } from './support/listener.ts';

const HOME_SECTIONS = [
  'Recently Listened',
  'Your Next Listen',
  'New Releases',
  'Trending Now',
  'Curated Collections',
  'Browse By Category',
  'Browse by Author',
  'Browse by Topic',
  'Quick Listens',
];

test('a listener signs in, browses, and plays a real track (CAT-1, APP-62)', async ({ page, provider }) => {
  // A long test, with real seconds of listening.
  test.slow();
  const listener = new Listener(page);
  const { player } = listener;

  await page.goto('/library');
  await expect(page).toHaveURL('/login?from=%2Flibrary');
  await listener.signsIn('monthly', '/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Hark Home', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Quick Listens' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Your Next Listen' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Recently Listened' })).toBeVisible();
  await expect(main.getByRole('region')).toHaveCount(HOME_SECTIONS.length);
  for (const [at, name] of HOME_SECTIONS.entries())
    await expect(main.getByRole('region').nth(at)).toHaveAccessibleName(name);
  await expect(main.getByRole('button', { name: 'Ask the Universe' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('tide library');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await expect(page).toHaveURL('/search-results?q=tide+library');
  await main.getByRole('link', { name: 'The Tide Library' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Tide Library' })).toBeVisible();
  const itemPath = new URL(page.url()).pathname;
  const itemId = decodeURIComponent(itemPath.replace('/audios/', ''));

  await main.getByRole('button', { name: 'Play The Tide Library', exact: true }).click();
  await listener.hears(2);
  expect(
    await page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0),
    'the sound really plays',
  ).toBeGreaterThan(1);
  await expect(player.locator('img').first()).toBeVisible();
  await expect(player.getByText('Low Water')).toBeVisible();
  await expect(player.getByText("Siobhán O'Dwyer")).toBeVisible();

  await main
    .getByRole('region', { name: 'Chapters' })
    .getByRole('button', { name: 'Play The Key on the Nail' })
    .click();
  await expect(player.getByText('The Key on the Nail')).toBeVisible();
  await listener.hears(2);
  await player.getByRole('button', { name: 'Speed' }).click();
  await page
    .getByRole('button', { name: '1.2x', exact: true })
    .or(page.getByRole('menuitemradio', { name: '1.2x', exact: true }))
    .or(page.getByRole('radio', { name: '1.2x', exact: true }))
    .first()
    .click();
  await listener.hears(2);
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const pausedAt = await listener.position();

  const reports = async (path: string) =>
    (await provider.calls()).filter((call) => call.method === 'POST' && call.path === path);
  const lastPosition = async () => {
    const body = (await reports('/api/v2/user/content')).at(-1)?.body as
      { chapter_position: number }[] | undefined;
    return (body?.[0]?.chapter_position ?? NaN) / 1000;
  };
  // The report of the changed speed comes first, then that of the pause.
  await expect.poll(async () => Math.abs((await lastPosition()) - pausedAt)).toBeLessThan(1.5);
  const bothKinds = async () => [
    ...(await reports('/api/v2/audio/reporting')),
    ...(await reports('/api/v2/user/content')),
  ];
  // A call is listed before its body and its response.
  await expect.poll(async () => (await bothKinds()).every(({ status }) => status === 200)).toBe(true);
  expect((await reports('/api/v2/user/content')).at(-1)?.body).toEqual([
    {
      id: itemId,
      playback_speed: 1.2,
      content_type: 2,
      chapter_index: 2,
      chapter_position: expect.any(Number),
    },
  ]);
  expect(Number.isInteger((await lastPosition()) * 1000)).toBe(true);
  const royalties = await reports('/api/v2/audio/reporting');
  expect(royalties.length).toBeGreaterThan(0);
  for (const { body } of royalties) {
    expect(body).toEqual([{ content_id: itemId, duration: expect.any(Number) }]);
  }
  for (const { headers } of await bothKinds()) {
    expect(headers['authorization']).toMatch(/^Bearer /);
    expect(headers['content-type']).toContain('application/json');
    expect(headers['x-client-version']).toBe('1.2.6');
  }

  await page.reload();
  await expect(player.getByText('The Key on the Nail')).toBeVisible();
  await expect(player.getByRole('button', { name: 'Speed' })).toHaveAccessibleDescription('1.2x');
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await listener.hears(1);
  expect(await listener.position()).toBeGreaterThanOrEqual(Math.floor(pausedAt));
  await expect(player.getByText('The Key on the Nail')).toBeVisible();

  const reportsBefore = (await reports('/api/v2/user/content')).length;
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect
    .poll(async () => (await reports('/api/v2/user/content')).slice(reportsBefore).map((call) => call.status))
    .toEqual([200]);
  await expect(player).toBeHidden();
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /token|LastAuthUser|store\.|response:/i.test(key)),
    ),
    'no data of the listener stays',
  ).toEqual([]);
  await page.goto('/library');
  await expect(page).toHaveURL('/login?from=%2Flibrary');
});
