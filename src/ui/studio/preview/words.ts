import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { formatPrice, isListenFree } from '../../../domain/entitlement/play-decision.ts';
import type { Viewer, ViewerPreview, WindowSpan } from '../../../domain/entitlement/preview.ts';
import type { TitleState } from '../../../domain/studio/title.ts';
import { isInstant, type Bound, type Instant } from '../../../domain/time.ts';
import { formatInstant } from '../components/instants.ts';

export const VIEWER_NAMES: { readonly [Name in Viewer]: string } = {
  visitor: 'Visitor',
  'free-listener': 'Free listener',
  member: 'Member',
  buyer: 'Buyer',
};

export const WINDOW_NAMES: { readonly [Name in WindowSpan['kind']]: string } = {
  availability: 'Available',
  'listen-free': 'Free to listen',
  discount: 'Discount',
};

/** What the tile shows. */
export function tileWords(preview: ViewerPreview, item: ContentItem): string {
  if (!preview.isListed) return 'Not shown';
  const marks = [
    preview.isLocked && 'Locked',
    preview.isOnSale && `Sale, ${formatPrice(item.discount.price)}`,
    preview.isIncludedWithMembership && 'Included with membership',
  ].filter((mark) => mark !== false);
  return marks.length === 0 ? 'No mark' : marks.join(', ');
}

/** What Play does. */
export const playWords = ({ decision: { kind } }: ViewerPreview): string =>
  kind === 'play' ? 'Plays' : kind === 'offer' ? 'Offers membership' : 'Nothing';

/** Who may hear it may read it (TEXT-8, STU-55). */
export const readWords = ({ decision: { kind } }: ViewerPreview): string =>
  kind === 'play' ? 'Reads' : 'Nothing';

const on = (bound: Bound): string => (isInstant(bound) ? ` ${formatInstant(bound)}` : '');

/** Why Play does that. */
export function whyWords(
  { decision }: ViewerPreview,
  item: ContentItem,
  state: TitleState,
  now: Instant,
): string {
  switch (decision.reason) {
    case 'purchased':
      return 'Whoever has bought it plays it at any time.';
    case 'subscribed':
      return 'The membership includes it.';
    case 'free-listen': {
      const isByWindow = !item.hasListenFreeContent && !item.listenFree && isListenFree(item, now);
      return isByWindow ? `Free until${on(item.listenFreeWindow.till)}.` : 'Free to listen at any time.';
    }
    case 'membership-needed':
      return 'It is not free now, and not bought.';
    case 'not-yet':
      return `Available from${on(item.validity.from)}.`;
    case 'no-longer':
      return `Its availability ended${on(item.validity.till)}.`;
    case 'unreadable-window':
      return 'A date of its availability cannot be read.';
    case 'session-needed':
      return 'Visitors have to sign in first.';
    case 'not-published':
      return state === 'missing' ? 'Its files are missing.' : 'It is hidden.';
  }
}

/** A window in one sentence. */
export function windowWords({ kind, from, till, counts }: WindowSpan): string {
  const name = WINDOW_NAMES[kind];
  if (from === 'unreadable' || till === 'unreadable') return `${name}: a date cannot be read.`;
  if (from === 'absent' && till === 'absent')
    return kind === 'availability' ? `${name}: always.` : `${name}: no window.`;
  const words = [isInstant(from) && `from${on(from)}`, isInstant(till) && `until${on(till)}`]
    .filter((part) => part !== false)
    .join(' ');
  return counts ? `${name} ${words}.` : `${name} ${words}: not used, because it is incomplete.`;
}

/** What Play does from a change on. */
const CHANGED_TO = {
  play: 'plays',
  offer: 'is offered a membership',
  nothing: 'plays nothing',
  'sign-in': 'plays nothing',
} as const satisfies { readonly [Kind in ViewerPreview['decision']['kind']]: string };

/** What changes at an instant, by comparing the rows before and after it. */
export function changeWords(
  before: readonly ViewerPreview[],
  after: readonly ViewerPreview[],
  item: ContentItem,
): string {
  const changes = after.flatMap((row) => {
    const earlier = before.find(({ viewer }) => viewer === row.viewer);
    if (earlier === undefined) return [];
    const name = VIEWER_NAMES[row.viewer];
    const [played, plays] = [playWords(earlier), playWords(row)];
    if (played !== plays) return [`${name}: ${CHANGED_TO[row.decision.kind]}`];
    const [showed, shows] = [tileWords(earlier, item), tileWords(row, item)];
    return showed === shows ? [] : [`${name}: tile shows ${shows.toLowerCase()}`];
  });
  return changes.length === 0 ? 'Only the reason changes.' : `${changes.join('; ')}.`;
}
