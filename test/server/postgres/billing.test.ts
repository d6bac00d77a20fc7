import { afterAll, beforeEach, expect, test } from 'vitest';
import { readListener } from '../../../server/members/listeners.ts';
import { isSubscribed } from '../../../server/members/membership.ts';
import type { Provider } from '../../../server/provider.ts';
import type { StripeStandIn } from '../billing/stripe-stand-in.ts';
import { newListener, newStandIn, PlainBrowser, startOnStandIn } from '../billing/support.ts';
import { withPostgres } from '../support/postgres.ts';

let standIn: StripeStandIn | undefined;
let providers: readonly Provider[] = [];

const server = withPostgres();

beforeEach(async () => {
  if (providers.length > 0) return;
  const databaseUrl = await server().createDatabase();
  standIn = await newStandIn();
  const first = await startOnStandIn(standIn, { databaseUrl });
  providers = [first, await startOnStandIn(standIn, { databaseUrl })];
}, 180_000);

afterAll(async () => {
  for (const provider of providers) await provider.close();
  await standIn?.close();
});

const service = (): StripeStandIn => {
  if (standIn === undefined) throw new Error('The stand-in has not started.');
  return standIn;
};

const first = (): Provider => {
  const [provider] = providers;
  if (provider === undefined) throw new Error('The provider has not started.');
  return provider;
};

test('two tabs at two processes get one checkout, and every message counts once', async () => {
  const { email, sub } = await newListener(first());
  const pages = await Promise.all(
    providers.map(({ origin }) => new PlainBrowser().openAs(email, `${origin}/billing/plans/monthly`)),
  );
  const [url, other] = pages.map((page) => page.url);
  expect(url).toContain('/pay/');
  expect(other).toBe(url);

  service().holds = true;
  await service().pay(url?.split('/').at(-1) ?? '');
  const events = service().held.splice(0);
  const sent = providers.flatMap(({ origin }) =>
    events.map(async (event) => {
      service().webhook = `${origin}/billing/webhook`;
      return service().send(event);
    }),
  );
  expect(await Promise.all(sent)).toEqual(sent.map(() => 200));
  for (const provider of providers) {
    const listener = await readListener(provider, sub);
    expect(isSubscribed(listener, provider.clock.now())).toBe(true);
  }
  const rows = await first()
    .db.selectFrom('billing_subscriptions')
    .select('id')
    .where('sub', '=', sub)
    .execute();
  expect(rows).toHaveLength(1);
  expect([...service().payments.values()].filter(({ refunded }) => refunded)).toEqual([]);
});

test('an account that is deleted at one process ends its subscription', async () => {
  service().holds = false;
  const { email } = await newListener(first());
  const { url } = await new PlainBrowser().openAs(email, `${first().origin}/billing/plans/annual`);
  const id = url.split('/').at(-1) ?? '';
  service().webhook = `${first().origin}/billing/webhook`;
  await service().pay(id);
  await providers[1]?.pool.deleteUser(email);
  const subscription = service().sessions.get(id)?.subscription ?? '';
  expect(service().subscriptions.get(subscription)?.status).toBe('canceled');
});
