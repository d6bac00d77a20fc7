import { expect } from '../fixtures.ts';
import { test } from '../support/collected.ts';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { Listener } from '../support/listener.ts';

/** The library sends events after ten seconds; a busy machine needs longer. */
const SENT = { timeout: 25_000 };

test('an HTML message has its own style and no scripts, and its links are followed', async ({
  page,
  collectors,
  allowConsole,
}) => {
  // The attempts of the message, and the script that the test itself adds to every frame.
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
  // The close button does not cover the message.
  const between = await page.getByRole('dialog', { name: 'Message' }).evaluate((dialog) => {
    const [close, message] = [dialog.querySelector('button'), dialog.querySelector('iframe')];
    return (message?.getBoundingClientRect().top ?? 0) - (close?.getBoundingClientRect().bottom ?? Infinity);
  });
  expect(between).toBeGreaterThanOrEqual(0);
  await frame.getByRole('link', { name: 'Your library' }).click();
  await expect(page).toHaveURL('/library');
});

test.describe('with scripts of HTML messages allowed', () => {
  // The test changes the document of the page, so the service worker must not serve it.
  test.use({ serviceWorkers: 'block' });

  test('they run in a separate origin and can report a click (MSG-22)', async ({
    page,
    provider,
    collectors,
    allowConsole,
  }) => {
    allowConsole(NO_WORKER);
    // The host requests a separate process for its origin. A sandboxed frame cannot have one.
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

test('a page of another origin that frames the message page cannot run scripts in the product’s origin', async ({
  page,
  provider,
}) => {
  const elsewhere = provider.origin.replace('127.0.0.1', 'localhost');
  const framing = `<iframe src="${provider.origin}/message-scripts.html"></iframe>`;
  await page.route(`${elsewhere}/framing`, (route) =>
    route.fulfill({ contentType: 'text/html', body: framing }),
  );
  // The page has to be safe on a host that sends none of the security headers.
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
  // Messages arrive in order, so after the second one the first was handled.
  await expect.poll(() => frame.evaluate((): unknown => Reflect.get(globalThis, 'over'))).toBe(true);
  expect(await frame.evaluate((): unknown => Reflect.get(globalThis, 'ran'))).toBeUndefined();
});
