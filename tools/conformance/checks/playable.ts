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
  const found = await playableItems(target);
  if (!found.ok) return found;
  for (const item of found.items) {
    const value = addressOf(item);
    if (value !== null) return { ok: true, item, value };
  }
  return { ok: false, why: found.why };
}

type PlayableItems =
  | { readonly ok: true; readonly items: readonly ContentItem[]; readonly why: string }
  | { readonly ok: false; readonly why: string };

/** The titles of the lists that this listener may play now. `why` says what it means if there is none. */
export async function playableItems(target: Target): Promise<PlayableItems> {
  const me = await target.ask(async ({ users }) => users.me());
  if (!me.ok) return { ok: false, why: 'The listener could not be read; see "user".' };
  const user: User = { ...me.value.value, hasPurchases: false };
  const { items } = await target.known();
  const now = target.clock.now();
  const who = user.paymentDetails === null ? 'a listener without a membership' : 'this listener';
  return {
    ok: true,
    items: items.filter((item) => decidePlay(user, item, now).kind === 'play'),
    why: `None of the ${items.length} titles in the lists can be played by ${who}.`,
  };
}
