import { UNKNOWN_DEVICE } from '../mail/messages.ts';
import type { CallContext } from './context.ts';
import { guesserAt, KNOWN_NETWORK_MS } from './guessers.ts';
import type { PoolUser } from './migrations.ts';

/** How browsers name themselves. The first match counts, because most also claim to be other browsers. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\w*\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b/u, 'Mac'],
  [/\bLinux\b/u, 'Linux'],
];

/** Browser and system in plain words. Anybody can send any name, so a mail shows no other words of it. */
export function browserOf(agent: string): string {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  // not translated: the mail reads it
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN_DEVICE;
}

/**
 * Tells a user by mail of a sign-in with a new device, where the operator wants that (SES-152). To be called before the
 * network of the sign-in is remembered.
 *
 * @param knownDevice the key of the confirmed device that has proved itself
 */
export async function tellOfNewDevice(
  context: CallContext,
  user: Pick<PoolUser, 'sub' | 'email' | 'created_at'>,
  knownDevice: string | null,
): Promise<void> {
  const { mail } = context;
  if (mail === null || !context.tellsOfNewDevices || knownDevice !== null) return;
  const earlier = await context.db
    .selectFrom('pool_refresh_tokens')
    .select('agent')
    .distinct()
    .where('sub', '=', user.sub)
    .execute();
  // Nobody else can know of an account at its first sign-in. Of an old account, earlier ones may be forgotten.
  const isNew = context.clock.now() - user.created_at < KNOWN_NETWORK_MS;
  if (earlier.length === 0 && isNew) return;
  const browser = browserOf(context.agent);
  const { known } = await guesserAt(context, user.sub);
  if (known !== null && earlier.some(({ agent }) => browserOf(agent) === browser)) return;
  await context.db.transaction().execute((transaction) =>
    mail(transaction, {
      to: user.email,
      sub: user.sub,
      kind: 'new-device',
      fields: { browser, at: context.clock.now() },
    }),
  );
}
