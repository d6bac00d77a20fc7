import { expect } from '../fixtures.ts';
import { test } from '../support/collected.ts';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { Listener } from '../support/listener.ts';

/** Long enough for the ten seconds after which the library sends, on a busy machine. */
const SENT = { timeout: 25_000 };

const MODAL = {
  type: 'MODAL',
  header: 'A quiet week',
  message: 'Three new meditations are waiting for you.',
  message_close: 'SWIPE',
  btns: [
    { id: 0, text: 'See what is new', click_action: 'URI', uri: '/new-releases' },
    { id: 1, text: 'Later', click_action: 'NONE' },
  ],
};

test('a modal message is read, used once, and leads on inside the app', async ({ page, collectors }) => {
  await collectors.sendOnOpen(MODAL);
  await new Listener(page).signsIn('monthly');
  const message = page.getByRole('dialog', { name: 'A quiet week' });
  await expect(message).toContainText('Three new meditations');
  await message.getByRole('button', { name: 'See what is new' }).click();
  await expect(page).toHaveURL('/new-releases');
  await expect(message).toBeHidden();
  await expect
    .poll(() => collectors.names('messaging'), SENT)
    .toEqual(['Session start', 'In-app message impression', 'In-app message button click']);
});

test('a full message is closed by Escape, and says so to nobody', async ({ page, collectors }) => {
  await collectors.sendOnOpen({ ...MODAL, type: 'FULL' });
  await new Listener(page).signsIn('monthly');
  const message = page.getByRole('dialog', { name: 'A quiet week' });
  await expect(message).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(message).toBeHidden();
  await expect
    .poll(() => collectors.names('messaging'), SENT)
    .toEqual(['Session start', 'In-app message impression']);
});

test('a slide-up message closes by itself, but not while it has the focus', async ({ page, collectors }) => {
  // From the start: timers that the page sets before cannot be controlled.
  await page.clock.install();
  // A request that is under way when the clock runs ahead would time out.
  const purchases = page.waitForResponse(/\/user\/purchased-content/);
  await collectors.sendOnOpen({ type: 'SLIDEUP', message: 'Welcome back', duration: 5000 });
  await new Listener(page).signsIn('monthly');
  const message = page.getByRole('complementary', { name: 'Message' });
  await expect(message.getByRole('status')).toHaveText('Welcome back');
  await message.getByRole('button', { name: 'Close' }).focus();
  await purchases;
  await page.clock.runFor(20_000);
  await expect(message).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).focus();
  await page.clock.runFor(6000);
  await expect(message).toBeHidden();
});

test('an HTML message has its own style and no scripts, and its links count', async ({
  page,
  collectors,
  allowConsole,
}) => {
  // What the message tries, and what the test itself puts into every frame.
  allowConsole(/Blocked script execution in '[^']*.message.html'|the image 'x:'/);
  await collectors.sendOnOpen({
    type: 'HTML',
    message_close: 'SWIPE',
    message:
      '<style>h1 { color: rgb(1, 2, 3) }</style><h1 style="margin: 7px">Hello</h1>' +
      '<script>parent.document.title = "taken"</script><img src="x:" onerror="parent.document.title = 1">' +
      '<a id="library" href="/library">Your library</a>',
  });
  await new Listener(page).signsIn('monthly');
  const frame = page.getByRole('dialog', { name: 'Message' }).frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Hello' })).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(frame.getByRole('heading', { name: 'Hello' })).toHaveCSS('margin', '7px');
  expect(await page.title()).not.toMatch(/taken|^1$/);
  // The button that closes it hides none of it.
  const between = await page.getByRole('dialog', { name: 'Message' }).evaluate((dialog) => {
    const [close, message] = [dialog.querySelector('button'), dialog.querySelector('iframe')];
    return (message?.getBoundingClientRect().top ?? 0) - (close?.getBoundingClientRect().bottom ?? Infinity);
  });
  expect(between).toBeGreaterThanOrEqual(0);
  await frame.getByRole('link', { name: 'Your library' }).click();
  await expect(page).toHaveURL('/library');
  await expect
    .poll(() => collectors.names('messaging'), SENT)
    .toEqual(['Session start', 'In-app message impression', 'In-app message button click']);
});

test.describe('where the host lets scripts of messages run', () => {
  // A page's document is rewritten here, where a service worker must not answer.
  test.use({ serviceWorkers: 'block' });

  test('they run in an origin of their own, and say that they were used', async ({
    page,
    provider,
    collectors,
    allowConsole,
  }) => {
    allowConsole(NO_WORKER);
    // The host asks for a process of its own for its origin, which a sandboxed frame of it does not have.
    allowConsole(/origin-keyed agent cluster/);
    const baseUrl = `${provider.origin}/collect/messaging`;
    await configure(page, { braze: { apiKey: 'embedded-messaging-key', baseUrl, htmlScripts: 'on' } });
    await collectors.sendOnOpen({
      type: 'HTML',
      message_close: 'SWIPE',
      message:
        '<button id="more">More</button><p></p><script>' +
        'let word = "apart"; try { word = parent.document.title } catch {}' +
        'document.querySelector("p").textContent = `${origin} ${word}`</script>',
    });
    await new Listener(page).signsIn('monthly');
    const message = page.getByRole('dialog', { name: 'Message' });
    const frame = message.frameLocator('iframe');
    await expect(frame.getByText('null apart')).toBeVisible();
    await frame.getByRole('button', { name: 'More' }).click();
    await expect(message).toBeHidden();
    await expect
      .poll(() => collectors.names('messaging'), SENT)
      .toEqual(['Session start', 'In-app message impression', 'In-app message button click']);
  });
});

test('a page of another origin that frames a message’s page runs nothing as the product', async ({
  page,
  provider,
}) => {
  const elsewhere = provider.origin.replace('127.0.0.1', 'localhost');
  const framing = `<iframe src="${provider.origin}/message-scripts.html"></iframe>`;
  await page.route(`${elsewhere}/framing`, (route) =>
    route.fulfill({ contentType: 'text/html', body: framing }),
  );
  // The page has to stand for itself, at a host that sends none of the headers it should.
  await page.route('**/message-scripts.html', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ contentType: 'text/html', body: await response.text() });
  });
  await page.goto(`${elsewhere}/framing`);
  const frame = page.frame({ url: /message-scripts/ });
  if (frame === null) throw new Error('The page has no frame.');
  expect(await frame.evaluate(() => origin)).toBe(provider.origin);
  await frame.evaluate(() => {
    addEventListener('message', ({ data }) => data === 'over' && Reflect.set(globalThis, 'over', true));
  });
  await page.evaluate((target) => {
    const framed = document.querySelector('iframe')?.contentWindow;
    framed?.postMessage({ policy: '', html: '<script>globalThis.ran = true</script>' }, target);
    framed?.postMessage('over', target);
  }, provider.origin);
  // Messages come in their order: with the second one the first has had its turn.
  await expect.poll(() => frame.evaluate((): unknown => Reflect.get(globalThis, 'over'))).toBe(true);
  expect(await frame.evaluate((): unknown => Reflect.get(globalThis, 'ran'))).toBeUndefined();
});
