import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import * as wire from '../../api/response-schemas.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { readListener } from '../../members/listeners.ts';
import { isSubscribed, paymentDetails } from '../../members/membership.ts';
import type { Provider } from '../../provider.ts';
import { wire as poolCall } from '../pool/client.ts';
import { ApiClient, signedIn, tokenOf } from '../support/provider.ts';
import { billingTables, DAY, newListener, PlainBrowser, startDemo, subOf } from './support.ts';

let provider: Provider;
let email = '';
let sub = '';

beforeAll(async () => {
  provider = await startDemo();
}, 180_000);

afterAll(() => provider.close());

beforeEach(async () => {
  provider.clock.setOffset(0);
  ({ email, sub } = await newListener(provider));
});

const at = (path: string): string => `${provider.origin}/billing${path}`;

const details = async () => paymentDetails(await readListener(provider, sub), provider.clock.now());

/** A title with a discount now. */
async function onSale(): Promise<{ id: string; title: string; price: number }> {
  const now = provider.clock.now();
  const row = await provider.db
    .selectFrom('items')
    .select(['id', 'document'])
    .where('discount_start', '<', now - DAY / 24)
    .where('discount_end', '>', now + DAY)
    .executeTakeFirstOrThrow();
  return { id: row.id, title: row.document.title, price: row.document.discount_price ?? 0 };
}

test('a new password, and the end of all sessions, also end those of the pages (SES-151)', async () => {
  const pool = `${provider.origin}/pool`;
  const browser = new PlainBrowser();
  const isKnown = async () => (await browser.open(at('/plans/annual'))).title === 'Checkout';
  await browser.openAs(email, at('/plans/annual'));
  expect(await isKnown()).toBe(true);
  await poolCall(pool, 'GlobalSignOut', { AccessToken: await tokenOf(provider.origin, email) });
  expect(await isKnown(), 'after all sessions ended').toBe(false);

  await browser.openAs(email, at('/plans/annual'));
  expect(await isKnown()).toBe(true);
  await poolCall(pool, 'ChangePassword', {
    AccessToken: await tokenOf(provider.origin, email),
    PreviousPassword: DEMO_PASSWORD,
    ProposedPassword: 'a new and longer password',
  });
  expect(await isKnown(), 'after a new password').toBe(false);
});

describe('the checkout of the demonstration', () => {
  test('asks who the listener is, says that no money moves, and makes a member (ENT-62)', async () => {
    const browser = new PlainBrowser();
    const signIn = await browser.open(at('/plans/annual'));
    expect(signIn.title).toBe('Sign in');
    const page = await browser.send(signIn, /Sign In/, { email, password: DEMO_PASSWORD });
    expect(page.title).toBe('Checkout');
    for (const text of ['No money moves', 'Annual membership', '$69.99', email])
      expect(page.html).toContain(text);
    const done = await browser.send(page, /Pay \$69.99/);
    expect(done.title).toBe('You are a member now');
    expect(done.html).toContain('No money moves');
    expect(await details()).toMatchObject({ duration: 'yearly', is_expired: false });
  });

  test('sells a title at the price of that instant, and the list of purchases names it', async () => {
    const { id, price } = await onSale();
    const browser = new PlainBrowser();
    const page = await browser.openAs(email, at(`/titles/${id}`));
    const done = await browser.send(page, new RegExp(`Pay \\$${price.toFixed(2)}`));
    expect(done.title).toBe('It is yours');
    const again = await browser.openAs(email, at(`/titles/${id}`));
    expect(again.title).toBe('You have this title');
  });

  test('charges nothing if it is canceled', async () => {
    const browser = new PlainBrowser();
    const page = await browser.openAs(email, at('/plans/monthly'));
    expect((await browser.send(page, /Cancel/)).title).toBe('All done');
    expect(await details()).toBeNull();
    expect((await browser.send(page, /Pay/)).title, 'the old page').toBe('Nothing was charged');
    expect(await details()).toBeNull();
  });

  test('shows a checkout to its listener only', async () => {
    const own = await new PlainBrowser().openAs(email, at('/plans/monthly'));
    const other = await newListener(provider);
    const page = await new PlainBrowser().openAs(other.email, own.url);
    expect(page).toMatchObject({ status: 404, title: 'Page not found' });
  });

  test('sells members nothing', async () => {
    const browser = new PlainBrowser();
    const page = await browser.openAs('annual@listener.test', at('/plans/monthly'));
    expect(page.title).toBe('You are a member already');
    const { id } = await onSale();
    expect((await browser.openAs('annual@listener.test', at(`/titles/${id}`))).title).toBe(
      'You are a member already',
    );
  });

  test.each(['trial@listener.test', 'canceled@listener.test'])('sells %s a plan', async (account) => {
    const page = await new PlainBrowser().openAs(account, at('/plans/monthly'));
    expect(page.title).toBe('Checkout');
  });

  test('sells only what has a price', async () => {
    const row = await provider.db
      .selectFrom('items')
      .select('id')
      .where('discount_start', 'is', null)
      .executeTakeFirstOrThrow();
    expect((await new PlainBrowser().openAs(email, at(`/titles/${row.id}`))).title).toBe('Not for sale');
    expect((await new PlainBrowser().openAs(email, at('/titles/no-such-title'))).status).toBe(404);
    expect((await new PlainBrowser().open(at('/plans/weekly'))).status).toBe(404);
  });
});

test('every page of the demonstration says that no money moves (ENT-66)', async () => {
  const { id } = await onSale();
  const browser = new PlainBrowser();
  const checkout = await browser.openAs(email, at('/plans/monthly'));
  const shown = [
    checkout,
    await browser.open(at('/back')),
    await browser.open(at('/manage')),
    await browser.open(at('/plans/weekly')),
    await browser.open(at('/titles/no-such-title')),
    await browser.open(at('/signed-in')),
    await browser.open(at('/done?order=unknown')),
    await browser.open(`${checkout.url}/pay`, { form: 'forged' }),
    await browser.send(checkout, /Pay/),
    await browser.open(at('/manage')),
    await browser.open(at('/plans/annual')),
    await browser.open(at(`/titles/${id}`)),
    await browser.send(await browser.open(at('/plans/annual')), /Change my plan/),
    await new PlainBrowser().open(at('/plans/monthly/change'), {}),
  ];
  expect(new Set(shown.map(({ title }) => title)).size).toBeGreaterThan(9);
  for (const { html, title } of shown) expect(html, title).toContain('No money moves');
});

describe('the membership page of the demonstration', () => {
  const member = async (): Promise<PlainBrowser> => {
    const browser = new PlainBrowser();
    await browser.send(await browser.openAs(email, at('/plans/monthly')), /Pay/);
    return browser;
  };

  test('cancels a plan, which then runs out', async () => {
    const browser = await member();
    const page = await browser.openAs(email, at('/manage'));
    expect(page.title).toBe('Your membership');
    const canceled = await browser.send(page, /Cancel my membership/);
    expect(canceled.html).toContain('It is canceled');
    expect(await details()).toMatchObject({ is_canceled: true, is_expired: false });
    provider.clock.setOffset(32 * DAY);
    expect(await details()).toMatchObject({ is_canceled: true, is_expired: true });
  });

  test('renews what was canceled', async () => {
    const browser = await member();
    const canceled = await browser.send(await browser.openAs(email, at('/manage')), /Cancel my membership/);
    await browser.send(canceled, /Renew again/);
    provider.clock.setOffset(20 * DAY);
    expect(await details()).toMatchObject({ is_canceled: false, is_expired: false });
  });

  test('belongs to its listener only', async () => {
    const browser = await member();
    const own = await browser.openAs(email, at('/manage'));
    const other = await newListener(provider);
    expect((await new PlainBrowser().openAs(other.email, own.url)).status).toBe(404);
  });

  test('says that there is nothing, if there is nothing', async () => {
    expect((await new PlainBrowser().openAs(email, at('/manage'))).title).toBe('Nothing to manage');
  });
});

describe('the billing pages', () => {
  test('take no form of another site', async () => {
    const browser = new PlainBrowser();
    const page = await browser.openAs(email, at('/plans/monthly'));
    const action = /action="([^"]*pay)"/.exec(page.html)?.[1] ?? '';
    for (const form of [{}, { form: 'x'.repeat(32) }]) {
      const response = await browser.open(provider.origin + action, form);
      expect(response.status).toBe(403);
    }
    const foreign = await new PlainBrowser().open(provider.origin + action, { form: 'x'.repeat(32) });
    expect(foreign.status).toBe(403);
    expect(await details()).toBeNull();
  });

  test('forget the listener after the checkout, and after a quarter of an hour (ENT-62)', async () => {
    const browser = new PlainBrowser();
    const done = await browser.send(await browser.openAs(email, at('/plans/monthly')), /Pay/);
    expect((await browser.open(done.url)).title, 'the page can be reloaded').toBe('You are a member now');
    provider.clock.setOffset(61_000);
    expect((await browser.open(at('/manage'))).title).toBe('Sign in');

    await browser.openAs(email, at('/manage'));
    expect((await browser.open(at('/manage'))).title).not.toBe('Sign in');
    provider.clock.setOffset(61_000 + 16 * 60_000);
    expect((await browser.open(at('/manage'))).title).toBe('Sign in');
  });

  test('do not sign anybody in at the hosted login (ENT-62)', async () => {
    const browser = new PlainBrowser();
    await browser.openAs(email, at('/manage'));
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'embeddedwebclient00000001',
      redirect_uri: `${provider.origin}/login`,
      state: 'a-state-of-the-app',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const page = await browser.open(`${provider.origin}/pool/hosted/oauth2/authorize?${query.toString()}`);
    expect(page.title).toBe('Sign in');
  });

  test('accept no sign-in of another browser, and none twice', async () => {
    const browser = new PlainBrowser();
    await browser.openAs(email, at('/manage'));
    const back = browser.requested.find((url) => url.includes('/billing/signed-in')) ?? '';
    expect(back).not.toBe('');
    expect((await browser.open(back)).status).toBe(400);
    expect((await new PlainBrowser().open(back)).status).toBe(400);
    expect((await new PlainBrowser().open(at('/signed-in'))).status).toBe(400);
  });

  test('run no scripts, are in no frame, and are never cached', async () => {
    for (const path of ['/plans/annual', '/back', '/signed-in']) {
      const response = await fetch(at(path));
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      );
    }
  });

  test('take no message, because the demonstration sends none', async () => {
    const response = await fetch(at('/webhook'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(response.status).toBe(400);
  });
});

describe('the app', () => {
  const codeOf = async (account: string): Promise<string> => {
    const listener = await signedIn(provider.origin, account);
    const { body } = await listener.post('/user/billing_code', {});
    return v.parse(wire.billingCode, body).code;
  };
  const withCode = (path: string, code: string): string => `${at(path)}?sign_in_code=${code}`;

  test('opens a page without another sign-in, and the code is not in its address (ENT-62)', async () => {
    const browser = new PlainBrowser();
    const page = await browser.open(withCode('/plans/annual', await codeOf(email)), undefined, 'same-origin');
    expect(page.title).toBe('Checkout');
    expect(page.html).toContain(email);
    expect(page.url).not.toContain('sign_in_code');
    expect((await browser.send(page, /Pay/)).title).toBe('You are a member now');
  });

  test('cannot use a code twice, or after a minute', async () => {
    const code = await codeOf(email);
    await new PlainBrowser().open(withCode('/manage', code), undefined, 'same-origin');
    const again = await new PlainBrowser().open(withCode('/manage', code), undefined, 'same-origin');
    expect(again.title).toBe('Sign in');
    const late = await codeOf(email);
    provider.clock.setOffset(60_001);
    const page = await new PlainBrowser().open(withCode('/manage', late), undefined, 'same-origin');
    expect(page.title).toBe('Sign in');
  });

  test.each(['cross-site', 'none'] as const)(
    'is the only one that can use a code: a link from elsewhere (%s) asks for a sign-in, and uses it up',
    async (site) => {
      const code = await codeOf(email);
      expect((await new PlainBrowser().open(withCode('/manage', code), undefined, site)).title).toBe(
        'Sign in',
      );
      const again = await new PlainBrowser().open(withCode('/manage', code), undefined, 'same-origin');
      expect(again.title).toBe('Sign in');
    },
  );

  test('opens the pages of the listener of the app, whoever was signed in there before', async () => {
    const browser = new PlainBrowser();
    const other = await newListener(provider);
    await browser.openAs(other.email, at('/manage'));
    const page = await browser.open(withCode('/plans/annual', await codeOf(email)), undefined, 'same-origin');
    expect(page.html).toContain(email);
  });

  test('without a valid code asks for a sign-in, whoever was signed in there before', async () => {
    const browser = new PlainBrowser();
    const other = await newListener(provider);
    await browser.openAs(other.email, at('/manage'));
    const page = await browser.open(withCode('/plans/annual', 'none'), undefined, 'same-origin');
    expect(page.title).toBe('Sign in');
  });

  test('gets no code without a session, and a disabled or deleted listener opens nothing', async () => {
    const nobody = await new ApiClient(provider.origin, null).post('/user/billing_code', {});
    expect(nobody.status).toBe(401);
    const code = await codeOf(email);
    await provider.pool.deleteUser(email);
    const page = await new PlainBrowser().open(withCode('/manage', code), undefined, 'same-origin');
    expect(page.title).toBe('Sign in');
    const rows = await billingTables(provider)
      .selectFrom('billing_sign_in_codes')
      .select('sub')
      .where('sub', '=', sub)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('a plan that was bought', () => {
  test('stays beside the one that the operator gave (ENT-56)', async () => {
    const account = 'canceled@listener.test';
    const canceled = await subOf(provider, account);
    const browser = new PlainBrowser();
    await browser.send(await browser.openAs(account, at('/plans/annual')), /Pay/);
    const listener = await readListener(provider, canceled);
    expect(listener).toMatchObject({ plan: 'yearly', is_canceled: false });
    expect(isSubscribed(listener, provider.clock.now())).toBe(true);
    const given = await provider.db
      .selectFrom('listeners')
      .selectAll()
      .where('sub', '=', canceled)
      .executeTakeFirst();
    expect(given).toMatchObject({ plan: 'monthly', is_canceled: true });
  });

  test('leaves nothing of the listener after the account was deleted', async () => {
    const browser = new PlainBrowser();
    await browser.send(await browser.openAs(email, at('/plans/monthly')), /Pay/);
    await provider.pool.deleteUser(email);
    const db = billingTables(provider);
    for (const table of ['billing_orders', 'billing_subscriptions', 'billing_sessions'] as const) {
      expect(await db.selectFrom(table).select('sub').where('sub', '=', sub).execute()).toEqual([]);
    }
  });
});

test('the pages speak the language of the account, with dates and prices as it writes them (LANG-12)', async () => {
  const listener = await signedIn(provider.origin, email);
  await listener.put('/user', { language: 'de' });
  const browser = new PlainBrowser();
  const page = await browser.openAs(email, at('/plans/annual'));
  expect(page.title).toBe('Bezahlen');
  expect(page.html).toContain('<html lang="de" dir="ltr">');
  expect(page.html).toContain('Dies ist eine Vorführung. Es fließt kein Geld, und es wird nichts berechnet.');
  expect(page.html).toContain('<dt>Jahresmitgliedschaft</dt>');
  expect(page.html).toContain('69,99\u00A0$ bezahlen');
  const paid = await browser.send(page, /bezahlen/u);
  expect(paid.title).toBe('Du bist jetzt Mitglied');
  const portal = await browser.open(at('/manage'));
  expect(portal.html).toMatch(/Sie verlängert sich am \d{1,2}\. \p{L}+ \d{4}\./u);
  const chosen = await browser.open(`${portal.url}?language=ar`);
  expect(chosen.html).toContain('<html lang="ar" dir="rtl">');
});
