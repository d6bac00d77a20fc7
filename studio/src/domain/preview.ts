import {
  NOBODY,
  UNKNOWN_LISTENER,
  knownListener,
  type Listener,
  type User,
} from '../../../src/domain/account/user.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import {
  type Bound,
  boundsOf,
  instant,
  type Instant,
  isInstant,
  type Window,
} from '../../../src/domain/time.ts';
import {
  decidePlay,
  isLocked,
  isOnSale,
  type PlayDecision,
} from '../../../src/domain/entitlement/play-decision.ts';

/** The four kinds of people that the preview compares. `buyer` has no plan and has bought the title. */
export const VIEWERS = ['visitor', 'free-listener', 'member', 'buyer'] as const;
/** One of `VIEWERS`. */
export type Viewer = (typeof VIEWERS)[number];

/**
 * What Play does for a viewer. Beside the decisions of the app: `sign-in` leads a visitor to the sign-in page, and a
 * title that is not published plays for nobody.
 */
export type PreviewDecision =
  | PlayDecision
  | { readonly kind: 'sign-in'; readonly reason: 'session-needed' }
  | { readonly kind: 'nothing'; readonly reason: 'not-published' };

/** What one viewer sees of a title, and what Play does. */
export type ViewerPreview = {
  readonly viewer: Viewer;
  /** False if the title is in no list. */
  readonly isListed: boolean;
  readonly isLocked: boolean;
  readonly isOnSale: boolean;
  /** The tile says that the title is included with the membership. */
  readonly isIncludedWithMembership: boolean;
  readonly decision: PreviewDecision;
};

const FREE_LISTENER: User = NOBODY;
const MEMBER: User = {
  ...NOBODY,
  paymentDetails: { isExpired: false, isCanceled: false, isTrialing: false, duration: 'yearly' },
};

const NOT_PUBLISHED: PreviewDecision = { kind: 'nothing', reason: 'not-published' };

/** A visitor has to sign in, whatever the title is. A locked title plays for no visitor after that, too. */
const decideForVisitor = (item: ContentItem, now: Instant): PreviewDecision => {
  const decision = decidePlay(FREE_LISTENER, item, now);
  return decision.kind === 'nothing' ? decision : { kind: 'sign-in', reason: 'session-needed' };
};

/** The preview of one viewer by the rules of the app (ENT-46). */
const previewFor = (viewer: Viewer, item: ContentItem, isPublished: boolean, now: Instant): ViewerPreview => {
  const user = viewer === 'member' ? MEMBER : FREE_LISTENER;
  const listener: Listener = viewer === 'visitor' ? UNKNOWN_LISTENER : knownListener(user);
  const seen: ContentItem = { ...item, isPurchased: viewer === 'buyer' };
  if (!isPublished) {
    const tile = { isListed: false, isLocked: false, isOnSale: false, isIncludedWithMembership: false };
    return { viewer, ...tile, decision: NOT_PUBLISHED };
  }
  const decision = viewer === 'visitor' ? decideForVisitor(seen, now) : decidePlay(user, seen, now);
  return {
    viewer,
    isListed: true,
    isLocked: isLocked(seen, now),
    isOnSale: isOnSale(seen, listener, now),
    isIncludedWithMembership: decision.kind === 'offer',
    decision,
  };
};

/**
 * What each viewer sees of a title at an instant, and what Play does (ENT-46).
 *
 * @param isPublished false for a title that is hidden, or whose files are missing
 */
export const previewAt = (item: ContentItem, isPublished: boolean, now: Instant): readonly ViewerPreview[] =>
  VIEWERS.map((viewer) => previewFor(viewer, item, isPublished, now));

/** A window of a title. `counts` is false for a window that the rules ignore, because a bound is missing. */
export type WindowSpan = {
  readonly kind: 'availability' | 'listen-free' | 'discount';
  readonly from: Bound;
  readonly till: Bound;
  readonly counts: boolean;
};

/**
 * The three windows of a title over time (ENT-47). A missing bound of the availability is open. The other windows need
 * both bounds, and a discount also needs a price.
 */
export const windowSpans = (item: ContentItem): readonly WindowSpan[] => {
  const { validity, listenFreeWindow, discount } = item;
  const needsBoth = ({ from, till }: Window): boolean => isInstant(from) && isInstant(till) && from < till;
  return [
    {
      kind: 'availability',
      ...validity,
      counts: validity.from !== 'unreadable' && validity.till !== 'unreadable',
    },
    { kind: 'listen-free', ...listenFreeWindow, counts: needsBoth(listenFreeWindow) },
    { kind: 'discount', ...discount.window, counts: needsBoth(discount.window) && discount.price > 0 },
  ];
};

/** The instants at which the preview of some viewer changes, in their order (ENT-48). */
export const previewChanges = (item: ContentItem, isPublished: boolean): readonly Instant[] => {
  const bounds = boundsOf(item.validity, item.listenFreeWindow, item.discount.window);
  const at = (time: number): string => JSON.stringify(previewAt(item, isPublished, instant(time)));
  return [...new Set(bounds)]
    .toSorted((one, other) => one - other)
    .filter((bound) => {
      // A sale starts after its bound, all other windows at their bound.
      const outcomes = new Set([at(bound - 1), at(bound), at(bound + 1)]);
      return outcomes.size > 1;
    });
};
