import { expect, test } from './fixtures.ts';

test('the provider serves the app, under its policy', async ({ page, provider }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page.locator('#root')).toBeAttached();

  const headers = response?.headers() ?? {};
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toContain('no-cache');

  // The page derives the same policy from its document, for hosts that send no header.
  const own = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(own).toContain("default-src 'none'");
  expect(own).toContain(`connect-src 'self' ${provider.origin}`);
});

test('the provider refuses a call without a session', async ({ request, provider }) => {
  expect((await request.get('/api/v2/user')).status()).toBe(401);
  const calls = await provider.calls();
  expect(calls.map(({ path, status }) => ({ path, status }))).toContainEqual({
    path: '/api/v2/user',
    status: 401,
  });
});

test('a fault spoils as many calls as it says', async ({ request, provider }) => {
  await provider.faults({ match: { path: '/api/v2/browse' }, status: 503, times: 1 });
  expect((await request.get('/api/v2/browse')).status()).toBe(503);
  expect((await request.get('/api/v2/browse')).status()).toBe(401);
});

test.describe('a page that complains fails its test', () => {
  // Each of these tests must fail: what ends it is the check after its body.
  test.fail();

  test('by an error on the console', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => console.error('disk full'));
  });

  test('by a warning on the console', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => console.warn('disk nearly full'));
  });

  test('by an error that nobody caught', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('disk full');
      });
      return new Promise((resolve) => setTimeout(resolve, 50));
    });
  });

  test('by asking for what the policy forbids', async ({ page, allowConsole }) => {
    allowConsole(/^console/);
    await page.goto('/');
    await page.evaluate(() => {
      const image = new Image();
      image.src = 'https://elsewhere.example/x.png';
      return new Promise((resolve) => setTimeout(resolve, 200));
    });
  });
});
