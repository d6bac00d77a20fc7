import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

/** Removes what an older browser does not have, before the page runs. */
type Removal = (page: Page) => Promise<unknown>;

/** Removes properties of global objects, named by their path: `Navigator.prototype.locks`. */
const without =
  (...paths: readonly string[]): Removal =>
  (page) =>
    page.addInitScript((removed) => {
      for (const path of removed) {
        const names = path.split('.');
        const last = names.pop() ?? '';
        let owner: unknown = globalThis;
        for (const name of names) owner = owner instanceof Object ? Reflect.get(owner, name) : undefined;
        if (owner instanceof Object) Reflect.deleteProperty(owner, last);
      }
    }, paths);

/** Ignores attributes that the browser would not know. */
const withoutAttributes =
  (...names: readonly string[]): Removal =>
  (page) =>
    page.addInitScript((ignored) => {
      const { setAttribute } = Element.prototype;
      Element.prototype.setAttribute = function set(name: string, value: string) {
        if (!ignored.includes(name.toLowerCase())) setAttribute.call(this, name, value);
      };
    }, names);

const withoutPopover: Removal = async (page) => {
  await withoutAttributes('popover', 'popovertarget')(page);
  const names = ['popover', 'showPopover', 'hidePopover', 'togglePopover'];
  await without(...names.map((name) => `HTMLElement.prototype.${name}`))(page);
  await page.addInitScript(() => {
    for (const { prototype } of [Element, Document, DocumentFragment]) {
      const { querySelector } = prototype;
      prototype.querySelector = function find(selector: string) {
        if (selector.includes(':popover-open')) throw new DOMException(selector, 'SyntaxError');
        return Reflect.apply(querySelector, this, [selector]) as Element | null;
      };
    }
  });
};

/** Rules in an unknown block are not applied. */
const withoutContainerQueries: Removal = (page) =>
  page.route(/\.css$/u, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/@container[^{]*\{/gu, '@media not all {')
      .replaceAll(/container(?:-type|-name)?:[^;}]*/gu, '');
    await route.fulfill({ response, body });
  });

/** The browser then ignores the directives of Trusted Types in the policy of the page. */
const withoutTrustedTypes: Removal = async (page) => {
  await without('trustedTypes')(page);
  const directives = /;? ?(?:require-trusted-types-for|trusted-types)[^;]*/gu;
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const { 'content-security-policy': policy = '', ...others } = response.headers();
    const headers = { ...others, 'content-security-policy': policy.replaceAll(directives, '') };
    return route.fulfill({ response, headers });
  });
  await page.addInitScript((source) => {
    const content = Object.getOwnPropertyDescriptor(HTMLMetaElement.prototype, 'content');
    Object.defineProperty(HTMLMetaElement.prototype, 'content', {
      ...content,
      set(text: string) {
        content?.set?.call(this, text.replaceAll(new RegExp(source, 'gu'), ''));
      },
    });
  }, directives.source);
};

/** Features that are newer than the oldest versions that README names, or absent outside a secure context. */
const FEATURES: Readonly<Record<string, Removal>> = {
  'Web Locks and broadcast channels': without('Navigator.prototype.locks', 'LockManager', 'BroadcastChannel'),
  'popovers, inert elements and container queries': async (page) => {
    await withoutPopover(page);
    await without('HTMLElement.prototype.inert')(page);
    await withoutAttributes('inert')(page);
    await withoutContainerQueries(page);
  },
  'Trusted Types': withoutTrustedTypes,
  'a media session, idle callbacks, newer methods and newer properties': without(
    'Navigator.prototype.mediaSession',
    'MediaMetadata',
    'MediaSession',
    'requestIdleCallback',
    'cancelIdleCallback',
    'scheduler',
    ...[
      'map',
      'filter',
      'take',
      'drop',
      'flatMap',
      'reduce',
      'toArray',
      'forEach',
      'some',
      'every',
      'find',
    ].map((name) => `Iterator.prototype.${name}`),
    ...[
      'union',
      'intersection',
      'difference',
      'symmetricDifference',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    ].map((name) => `Set.prototype.${name}`),
    'Iterator.from',
    'Array.fromAsync',
    'Object.groupBy',
    'Map.groupBy',
    'Promise.withResolvers',
    'Promise.try',
    'URL.parse',
    'URL.canParse',
    'AbortSignal.any',
    'RegExp.escape',
    'Uint8Array.fromBase64',
    'Uint8Array.prototype.toBase64',
    'Element.prototype.checkVisibility',
    'Document.prototype.startViewTransition',
    'Math.sumPrecise',
    ...['connection', 'share', 'canShare', 'userAgentData', 'globalPrivacyControl', 'doNotTrack'].map(
      (name) => `Navigator.prototype.${name}`,
    ),
    'cookieStore',
    'CookieStore',
    'Document.prototype.prerendering',
    'Document.prototype.wasDiscarded',
    'Performance.prototype.interactionCount',
    'Request.prototype.keepalive',
  ),
};

for (const [feature, remove] of Object.entries(FEATURES)) {
  test(`without ${feature}, a listener signs in, sees home, plays, and chooses a speed (APP-61)`, async ({
    page,
  }) => {
    await remove(page);
    const listener = new Listener(page);
    await listener.signsIn('annual');
    const releases = page.getByRole('main').getByRole('region', { name: 'New Releases' });
    await expect(releases.getByRole('article').first()).toBeVisible();
    await releases.getByRole('button', { name: 'Next slides' }).click();
    await page.goto('/audios/the-tide-library');
    await page.getByRole('main').getByRole('button', { name: 'Play The Tide Library', exact: true }).click();
    await listener.hears(1);

    const speed = listener.player.getByRole('button', { name: /^Speed/ });
    const choice = page.getByRole('menuitemradio', { name: '1.4x', exact: true });
    await expect(choice).toBeHidden();
    await speed.click();
    await choice.click();
    await expect(choice).toBeHidden();
    await expect(speed).toHaveAccessibleDescription('1.4x');
    // Escape closes the menu, and the focus is on its button again.
    await speed.click();
    await expect(choice).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
    await expect(speed).toBeFocused();
    await page.getByRole('searchbox', { name: 'Search' }).fill('tide');
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await expect(
      page.getByRole('main').getByRole('link', { name: 'The Tide Library' }).first(),
    ).toBeVisible();
    await listener.hears(1);
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null),
      'the service worker runs',
    ).toBe(true);
  });
}
