import { expect } from '../fixtures.ts';
import { test } from '../support/collected.ts';
import { Listener, PASSWORD } from '../support/listener.ts';

/** The libraries send events after ten seconds; a busy machine needs longer. */
const SENT = { timeout: 25_000 };

const TITLE = 'Why Cats Sit in Boxes';

test('the events of a new listener are exactly those of the tracking plan (ANA-3, ANA-4, ANA-5, ANA-6, ANA-8, ANA-9, ANA-10, ANA-11, ANA-12)', async ({
  page,
  provider,
  collectors,
  context,
}) => {
  test.slow();
  const events = await context.newPage();
  await events.goto('/events');
  await expect(events.getByText('Nothing yet.')).toBeVisible();
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
  await expect(main.getByRole('article').first()).toBeVisible();
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

  // The page of the events shows them as they arrive.
  const row = events
    .getByRole('row')
    .filter({ hasText: /Signed In/ })
    .first();
  await expect(row).toContainText('{"method":"password"}');
  await events.getByLabel('Name or properties').fill('home');
  await expect(events.getByRole('row').filter({ hasText: 'Home - Show' }).first()).toBeVisible();
  await expect(row).toBeHidden();

  const cookies = await context.cookies();
  const identity = cookies.find(({ name }) => name.startsWith('AMP_'));
  expect((identity?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
});

test('services that are unreachable, slow or send invalid data do not stop a listener from listening (MSG-5)', async ({
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
