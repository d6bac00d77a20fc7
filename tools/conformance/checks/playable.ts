import type { User } from '../../../src/domain/account/user.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { decidePlay } from '../../../src/domain/entitlement/play-decision.ts';
import type { Target } from '../target.ts';

type Playable =
  | { readonly ok: true; readonly item: ContentItem; readonly value: string }
  | { readonly ok: false; readonly why: string };

const soundOf = (item: ContentItem): string | null => item.url ?? item.chapters[0]?.url ?? null;

/** A title that this listener may play now, with the address of its sound, or another address of it. */
export async function playableUrl(target: Target, addressOf = soundOf): Promise<Playable> {
  const me = await target.ask(async ({ users }) => users.me());
  if (!me.ok) return { ok: false, why: 'The listener could not be read; see "user".' };
  const user: User = { ...me.value.value, hasPurchases: false };
  const { items } = await target.known();
  const now = target.clock.now();
  for (const item of items) {
    const value = addressOf(item);
    if (value !== null && decidePlay(user, item, now).kind === 'play') return { ok: true, item, value };
  }
  const who = user.paymentDetails === null ? 'a listener without a membership' : 'this listener';
  return { ok: false, why: `None of the ${items.length} titles in the lists can be played by ${who}.` };
}
