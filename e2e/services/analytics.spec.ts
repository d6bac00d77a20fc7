import { expect } from '../fixtures.ts';
import { test } from '../support/collected.ts';
import { Listener, PASSWORD } from '../support/listener.ts';

/** The libraries send events after ten seconds; a busy machine needs longer. */
const SENT = { timeout: 25_000 };

const TITLE = 'Why Cats Sit in Boxes';

test('the events of a new listener are exactly those of the tracking plan', async ({
  page,
  provider,
  collectors,
}) => {
  test.slow();
  const listener = new Listener(page);
  const banner = page.getByRole('banner');
  const main = page.getByRole('main');
  const email = 'wren.okafor@listener.test';

  await page.goto('/create');
  await page.getByLabel('First Name').fill('Wren');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Show characters' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByLabel('Confirmation code').fill(await provider.codeFor(email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/recommended');
  await main.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/');
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  await offer.getByRole('button', { name: 'Close' }).click();

  await page.goto('/?subscribe');
  await offer.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/');
  await banner.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');

  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/search-results?q=cats+sit');
  await main.getByRole('button', { name: `Play ${TITLE}` }).click();
  await listener.hears(2);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  await listener.player.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(listener.player.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('cats sit');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await main.getByRole('link', { name: TITLE }).first().click();
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await banner.getByRole('link', { name: 'Hark Home', exact: true }).click();
  await main.getByRole('button', { name: 'Ask the Universe' }).click();

  const expected = [
    'Onboarding - Sign Up - Tap First Name',
    'Onboarding - Sign Up - Tap Email',
    'Onboarding - Sign Up - Tap Password',
    'Onboarding - Sign Up - Tap Create Account button',
    'Account Created',
    'Signed In',
    'Onboarding - For You - Show',
    'Onboarding - Home - Show',
    'Onboarding - Subscribe - Show',
    'Onboarding - Subscribe - X out',
    'App Launch Subscribe Shown',
    'Onboarding - Subscribe - Show',
    'Onboarding - Subscribe - X out',
    'Onboarding - Sign In - Tap Email',
    'Onboarding - Sign In - Tap Password',
    'Onboarding - Sign In - Tap Sign In button',
    'Signed In',
    'Onboarding - Home - Show',
    'Audio Listened',
    'Moved to Library',
    'Search Result Clicked',
    'Individual Audio Button Clicked Web App',
    'Ask the Universe Used',
  ];
  await expect.poll(() => collectors.names('analytics'), SENT).toContain('Ask the Universe Used');
  // Each page also sends an event that identifies the listener.
  const recorded = (await collectors.events('analytics')).filter(({ name }) => name !== '$identify');
  // The random title may then play, or open the offer.
  expect(recorded.map(({ name }) => name).slice(0, expected.length)).toEqual(expected);

  const ofName = (name: string) => recorded.filter((event) => event.name === name);
  const [visible] = ofName('Onboarding - Sign Up - Tap Password');
  const [hidden] = ofName('Onboarding - Sign In - Tap Password');
  expect([visible?.properties, hidden?.properties]).toEqual([{ visible: true }, { visible: false }]);
  const [listened] = ofName('Audio Listened');
  expect(listened?.properties).toMatchObject({ content_type: 1, speed: 1 });
  const id = listened?.properties['content_id'];
  expect(ofName('Moved to Library')[0]?.properties).toEqual({ content_id: id, content_type: 1 });
  expect(ofName('Search Result Clicked')[0]?.properties).toEqual({
    term: 'cats sit',
    content_id: id,
    position: 1,
  });
  expect(ofName('Individual Audio Button Clicked Web App')[0]?.properties).toEqual({
    button: 'Save',
    content_id: id,
  });

  // First a visitor, then the listener, then a visitor with another device id, then the listener again.
  const users = recorded.map(({ userId }) => userId);
  const member = users.at(-1);
  expect(member).toBeTruthy();
  expect(users.slice(0, 4)).toEqual([null, null, null, null]);
  expect(users.slice(4, 13).every((user) => user === member)).toBe(true);
  expect(users.slice(13, 16)).toEqual([null, null, null]);
  expect(users.slice(16).every((user) => user === member)).toBe(true);
  expect(recorded[13]?.deviceId).not.toBe(recorded[12]?.deviceId);
  expect(recorded.every(({ sessionId }) => typeof sessionId === 'number')).toBe(true);

  // Messaging receives events of saves, and no other events.
  await expect
    .poll(async () => [...new Set(await collectors.names('messaging'))], SENT)
    .toEqual(['Session start', 'Moved to Library']);

  const bodies = (await collectors.bodies()).join('\n');
  expect(bodies).not.toMatch(/wren|okafor|listener\.test|Listen-2026|eyJ[\w-]{8}/i);
  expect(bodies.replaceAll('"term":"cats sit"', '')).not.toContain('cats sit');

  const cookies = await page.context().cookies();
  const identity = cookies.find(({ name }) => name.startsWith('AMP_'));
  expect((identity?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
});

test('after an opt-out in the account nothing is recorded, on later pages neither', async ({
  page,
  provider,
  collectors,
}) => {
  const listener = new Listener(page);
  await listener.signsIn('free');
  await expect.poll(() => collectors.names('messaging'), SENT).toEqual(['Session start']);
  await page.goto('/account');
  const choice = page.getByRole('switch', { name: 'Share how I use this app' });
  await choice.click();
  await expect(choice).toHaveAttribute('aria-checked', 'false');
  await expect(page.getByText('Not shared from this browser')).toBeVisible();
  // A library that was still loading deletes its identity as well.
  const identities = async () =>
    (await page.context().cookies()).filter(({ name }) => name.startsWith('AMP_')).length;
  await expect.poll(identities).toBe(0);

  await provider.forgetCalls();
  await page.goto('/?subscribe');
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  await offer.getByRole('button', { name: 'Close' }).click();
  await page.goto('/account');
  await expect(choice).toHaveAttribute('aria-checked', 'false');
  // A page that is unloaded sends its waiting events.
  await page.goto('/library');
  expect(await collectors.bodies()).toEqual([]);

  await page.goto('/account');
  await choice.click();
  await page.goto('/?subscribe');
  await offer.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => collectors.names('analytics'), SENT).toContain('Onboarding - Subscribe - X out');
});

test('a browser that asks not to be tracked is not tracked', async ({ page, collectors }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  await new Listener(page).signsIn('free');
  await page.goto('/account');
  await expect(page.getByText('Your browser asks not to be tracked')).toBeVisible();
  await page.goto('/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  expect(await collectors.bodies()).toEqual([]);
});

test('a search result is recorded with the search on the screen, not with a preloaded one', async ({
  page,
  collectors,
}) => {
  await page.goto('/search-results?q=night');
  await new Listener(page).signsIn('monthly', '/search-results');
  const rows = page.getByRole('main').getByRole('article').locator('xpath=ancestor::section[1]');
  await expect.poll(async () => rows.count()).toBeGreaterThan(1);
  const other = page.getByRole('main').locator('a[href^="/search-results/"]').last();
  const preloaded = page.waitForResponse((response) => response.url().includes('category='));
  await other.hover();
  await preloaded;
  const result = page.getByRole('main').getByRole('article').first().getByRole('link').first();
  const id = (await result.getAttribute('href'))?.replace('/audios/', '');
  await result.click();
  await expect
    .poll(async () => {
      const events = await collectors.events('analytics');
      return events
        .filter(({ name }) => name === 'Search Result Clicked')
        .map(({ properties }) => properties);
    }, SENT)
    .toEqual([{ term: 'night', content_id: id, position: 1 }]);
});

test('services that are unreachable, slow or send invalid data do not stop a listener from listening', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|Analytics|Messaging/);
  await provider.faults(
    { match: { path: '/collect/analytics' }, drop: true },
    { match: { path: '/collect/messaging' }, garbage: true, delay_ms: 20_000 },
  );
  const listener = new Listener(page);
  await page.goto('/search-results?q=cats+sit');
  await listener.signsIn('monthly', '/search-results');
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}` })
    .click();
  await listener.hears(2);
  await listener.player.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
});

test('the events page shows events as they arrive', async ({ page, collectors, context }) => {
  const events = await context.newPage();
  await events.goto('/events');
  await expect(events.getByText('Nothing yet.')).toBeVisible();
  await new Listener(page).signsIn('free');
  const row = events.getByRole('row').filter({ hasText: 'Signed In' });
  await expect(row).toContainText('{"method":"password"}', SENT);
  await events.getByLabel('Name or properties').fill('home');
  await expect(events.getByRole('row').filter({ hasText: 'Home - Show' })).toBeVisible();
  await expect(row).toBeHidden();
  expect(await collectors.names('analytics')).toContain('Onboarding - Home - Show');
});

test('records every button of a title’s page, every link of the forms, and the chosen plan', async ({
  page,
  collectors,
  context,
}) => {
  test.slow();
  const listener = new Listener(page);
  const banner = page.getByRole('banner');
  const main = page.getByRole('main');
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  const press = async (name: string) => main.getByRole('button', { name, exact: true }).click();
  // The links of a plan and of a PDF open new tabs, which this test does not need.
  await context.route(/^https:\/\/(?!127\.0\.0\.1|localhost)/, async (route) => route.abort());

  await page.goto('/create');
  await main.locator('a[href^="/login"]').click();
  await expect(page).toHaveURL(/\/login\b/);
  await main.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password\b/);

  await listener.signsIn('free');
  const MEMBERS_ONLY = 'what-the-ferns-knew';
  await page.goto(`/audios/${MEMBERS_ONLY}`);
  await press('Play What the Ferns Knew');
  await offer.getByRole('link', { name: /^Monthly/ }).click();
  await offer.getByRole('button', { name: 'Close' }).click();
  await press('See plans');
  await offer.getByRole('link', { name: /^Annual/ }).click();
  await page.keyboard.press('Escape');
  await expect(offer).toBeHidden();
  await press('Share');
  await main.getByRole('button', { name: /copied$/ }).click();
  await banner.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');

  await listener.signsIn('monthly');
  const WITH_PDF = 'the-tide-library';
  await page.goto(`/audios/${WITH_PDF}?t=30`);
  await press('Start where I left off');
  await main.getByRole('link', { name: 'View PDF', exact: true }).click();
  await main
    .locator('#tracks')
    .getByRole('button', { name: /^(?:Play|Pause) / })
    .nth(1)
    .click();
  await listener.hears(1);
  await press('Pause The Tide Library');
  await page.goto('/recently-listened');
  const started = main.getByRole('article').filter({ hasText: /Continue · .+ left/ });
  await started.filter({ hasNotText: 'The Tide Library' }).first().getByRole('link').first().click();
  await press('Mark as finished');
  await press('Mark as finished');
  const finished = new URL(page.url()).pathname.replace('/audios/', '');

  const PLAN = 'Onboarding - Subscribe - Tap Start Subscription Button';
  const BUTTON = 'Individual Audio Button Clicked Web App';
  const recorded = async () =>
    (await collectors.events('analytics')).flatMap(({ name, properties }) => {
      if (name === BUTTON) return [`${String(properties['button'])}: ${String(properties['content_id'])}`];
      if (name === PLAN) return [`Plan: ${String(properties['plan'])}`];
      return /^Onboarding - Sign (?:Up - Tap Sign In|In - Tap Forgot)/.test(name) ? [name] : [];
    });
  await expect
    .poll(recorded, SENT)
    .toEqual([
      'Onboarding - Sign Up - Tap Sign In button',
      'Onboarding - Sign In - Tap Forgot Password',
      `Play: ${MEMBERS_ONLY}`,
      'Plan: Monthly',
      `See plans: ${MEMBERS_ONLY}`,
      'Plan: Annual',
      `Share: ${MEMBERS_ONLY}`,
      `Share: ${MEMBERS_ONLY}`,
      `Start where I left off: ${WITH_PDF}`,
      `View PDF: ${WITH_PDF}`,
      `Play Track: ${WITH_PDF}`,
      `Pause: ${WITH_PDF}`,
      `Mark as finished: ${finished}`,
      `Mark as finished: ${finished}`,
    ]);
});
