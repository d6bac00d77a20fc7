import { expect, test } from '../fixtures.ts';
import { PageProblems } from '../support/page-problems.ts';

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

test('a fault applies to as many calls as it says', async ({ request, provider }) => {
  await provider.faults({ match: { path: '/api/v2/browse' }, status: 503, times: 1 });
  expect((await request.get('/api/v2/browse')).status()).toBe(503);
  expect((await request.get('/api/v2/browse')).status()).toBe(401);
});

test('console messages, errors and policy violations of a page are found', async ({ browser, provider }) => {
  const context = await browser.newContext();
  const problems = new PageProblems();
  await problems.watch(context);
  const page = await context.newPage();
  await page.goto(provider.origin);
  expect(problems.unexpected()).toEqual([]);

  await page.evaluate(() => {
    console.warn('disk nearly full');
    console.error('disk full');
    setTimeout(() => {
      throw new Error('disk gone');
    });
    new Image().src = 'https://elsewhere.example/x.png';
  });
  const seen = () => problems.unexpected().join('\n');
  await expect.poll(seen).toContain('console.warning: disk nearly full');
  await expect.poll(seen).toContain('console.error: disk full');
  await expect.poll(seen).toContain('uncaught: Error: disk gone');
  await expect.poll(seen).toContain('(img-src) blocked https://elsewhere.example/x.png');

  problems.allow(/disk|elsewhere/);
  expect(problems.unexpected()).toEqual([]);
  await context.close();
});
