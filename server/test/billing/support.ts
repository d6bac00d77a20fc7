import type { Provider, ProviderOptions } from '../../provider.ts';
import type { BillingDatabase, OwnBillingTables } from '../../billing/tables.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { startTestProvider } from '../support/provider.ts';
import { StripeStandIn } from './stripe-stand-in.ts';

export const SECRET_KEY = 'sk_test_stand_in';
export const WEBHOOK_SECRET = 'whsec_stand_in';
export const DAY = 86_400_000;

export const newStandIn = (): Promise<StripeStandIn> =>
  new StripeStandIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET }).listen();

/** A provider in this process, with the payment service of the demonstration. */
export const startDemo = (options: Partial<ProviderOptions> = {}): Promise<Provider> =>
  startTestProvider({
    faults: true,
    requestsPerSecond: Infinity,
    ...options,
  });

/** A provider that charges through the stand-in. */
export async function startOnStandIn(
  standIn: StripeStandIn,
  options: Partial<ProviderOptions> = {},
): Promise<Provider> {
  const provider = await startDemo({
    ...options,
    stripe: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: standIn.origin },
  });
  standIn.webhook = `${provider.origin}/billing/webhook`;
  return provider;
}

export const billingTables = (provider: Provider): BillingDatabase =>
  provider.db.withTables<OwnBillingTables>();

export async function subOf(provider: Provider, email: string): Promise<string> {
  const { sub } = await provider.db
    .selectFrom('listeners')
    .select('sub')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return sub;
}

let listeners = 0;

/** Adds a free listener. */
export async function newListener(provider: Provider): Promise<{ email: string; sub: string }> {
  listeners += 1;
  const email = `payer-${listeners}@listener.test`;
  const { sub } = await provider.pool.ensureUser({ email, name: 'Wren Ashby', password: DEMO_PASSWORD });
  await provider.db
    .insertInto('listeners')
    .values({
      sub,
      email,
      full_name: 'Wren Ashby',
      plan: null,
      is_trialing: false,
      is_canceled: false,
      paid_until: null,
      created_at: provider.clock.now(),
    })
    .execute();
  return { email, sub };
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

export interface Shown {
  readonly status: number;
  readonly url: string;
  readonly html: string;
  readonly title: string;
}

/** A browser without scripts: it follows redirects, keeps cookies by their path, and sends forms. */
export class PlainBrowser {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  /** Every address that was requested. */
  readonly requested: string[] = [];

  /** @param site where the page is opened from, as browsers say it */
  async open(
    address: string,
    form?: Readonly<Record<string, string>>,
    site: 'same-origin' | 'cross-site' | 'none' = 'none',
  ): Promise<Shown> {
    let url = address;
    let body = form;
    for (let hops = 0; hops < 12; hops += 1) {
      this.requested.push(url);
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'sec-fetch-site': site,
          cookie: this.cookiesFor(url),
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body !== undefined && { body: new URLSearchParams(body).toString() }),
      });
      for (const cookie of response.headers.getSetCookie()) this.store(cookie);
      const html = await response.text();
      const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(html)?.[1];
      const location = response.headers.get('location') ?? (refresh === undefined ? null : plain(refresh));
      if (location === null) {
        const title = /<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
        return { status: response.status, url, html, title };
      }
      url = new URL(location, url).href;
      body = undefined;
    }
    throw new Error(`${address} redirects for ever.`);
  }

  /** Sends the form of a page whose button has this label. */
  send(page: Shown, button: RegExp, typed: Readonly<Record<string, string>> = {}): Promise<Shown> {
    for (const [, attributes = '', content = ''] of page.html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
      if (!button.test(/<button>([^<]*)</.exec(content)?.[1] ?? '')) continue;
      const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? page.url;
      const hidden = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
      const fields = hidden.map(([, name = '', value = '']): [string, string] => [name, plain(value)]);
      return this.open(new URL(plain(action), page.url).href, { ...Object.fromEntries(fields), ...typed });
    }
    throw new Error(`There is no button ${String(button)} at ${page.url}: ${page.title}`);
  }

  /** Opens a link of the app, and signs in if it is asked. */
  async openAs(email: string, address: string): Promise<Shown> {
    const page = await this.open(address);
    return page.title === 'Sign in' ? this.send(page, /Sign In/, { email, password: DEMO_PASSWORD }) : page;
  }

  private cookiesFor(url: string): string {
    const { pathname } = new URL(url);
    return [...this.cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split('@', 1).join('')}=${value}`)
      .join('; ');
  }

  private store(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(/;\s*/);
    const path = attributes.find((each) => each.startsWith('Path='))?.slice(5) ?? '/';
    const name = pair.slice(0, pair.indexOf('='));
    const key = `${name}@${path}`;
    if (attributes.includes('Max-Age=0')) this.cookies.delete(key);
    else this.cookies.set(key, { value: pair.slice(name.length + 1), path });
  }
}

const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (found) => ESCAPED[found] ?? found);
