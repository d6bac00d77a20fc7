import { expect, test } from '../fixtures.ts';

test('the provider serves the app with its content security policy', async ({ page, provider }) => {
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
