import { describe, expect, test } from 'vitest';
import { NOBODY } from '../../../src/domain/account/user.ts';
import { decidePlay, isContentValid } from '../../../src/domain/entitlement/play-decision.ts';
import {
  previewAt,
  previewChanges,
  VIEWERS,
  windowSpans,
  type Viewer,
  type ViewerPreview,
} from '../../src/domain/preview.ts';
import { instant } from '../../../src/domain/time.ts';
import { aContentItem, PLAIN_ITEM } from '../../../test/arbitraries/content.ts';
import { aSubscriber } from '../../../test/arbitraries/user.ts';
import { anInstant } from '../../../test/arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';

const of = (previews: readonly ViewerPreview[], viewer: Viewer): ViewerPreview => {
  const found = previews.find((each) => each.viewer === viewer);
  if (found === undefined) throw new Error(`No preview for ${viewer}`);
  return found;
};

describe('the preview (ENT-46)', () => {
  law('has one row for each viewer, in their order', [aContentItem(), anInstant()], (item, now) => {
    expect(previewAt(item, true, now).map(({ viewer }) => viewer)).toEqual(VIEWERS);
  });

  law(
    'decides like the app for everybody with a session',
    [aContentItem(), aSubscriber(), anInstant()],
    (item, subscriber, now) => {
      const previews = previewAt(item, true, now);
      const seen = { ...item, isPurchased: false };
      expect(of(previews, 'free-listener').decision).toEqual(decidePlay(NOBODY, seen, now));
      expect(of(previews, 'member').decision).toEqual(decidePlay(subscriber, seen, now));
      expect(of(previews, 'buyer').decision).toEqual(decidePlay(NOBODY, { ...item, isPurchased: true }, now));
    },
  );

  law('lets a buyer play a published title at every instant', [aContentItem(), anInstant()], (item, now) => {
    expect(of(previewAt(item, true, now), 'buyer').decision.kind).toBe('play');
  });

  law(
    'sends a visitor to the sign-in, unless nothing plays after it',
    [aContentItem(), anInstant()],
    (item, now) => {
      const decision = decidePlay(NOBODY, { ...item, isPurchased: false }, now);
      expect(of(previewAt(item, true, now), 'visitor').decision).toEqual(
        decision.kind === 'nothing' ? decision : { kind: 'sign-in', reason: 'session-needed' },
      );
    },
  );

  law(
    'lists a published title, and includes it where Play offers a membership',
    [aContentItem(), anInstant()],
    (item, now) => {
      for (const { isListed, isIncludedWithMembership, decision } of previewAt(item, true, now))
        expect([isListed, isIncludedWithMembership]).toEqual([true, decision.kind === 'offer']);
    },
  );

  law('lets a member play whatever a free listener plays', [aContentItem(), anInstant()], (item, now) => {
    const previews = previewAt(item, true, now);
    if (of(previews, 'free-listener').decision.kind === 'play')
      expect(of(previews, 'member').decision.kind).toBe('play');
  });

  law(
    'locks exactly the titles outside their window, but never for a buyer',
    [aContentItem(), anInstant()],
    (item, now) => {
      const previews = previewAt(item, true, now);
      const isClosed = !isContentValid({ ...item, isPurchased: false }, now);
      for (const viewer of VIEWERS)
        expect(of(previews, viewer).isLocked).toBe(viewer !== 'buyer' && isClosed);
    },
  );

  law('shows a sale to free listeners only', [aContentItem(), anInstant()], (item, now) => {
    const previews = previewAt(item, true, now);
    for (const viewer of VIEWERS)
      if (viewer !== 'free-listener') expect(of(previews, viewer).isOnSale).toBe(false);
  });

  law(
    'shows and plays nothing of a title that is not published',
    [aContentItem(), anInstant()],
    (item, now) => {
      for (const { viewer, ...preview } of previewAt(item, false, now)) {
        expect(VIEWERS).toContain(viewer);
        expect(preview).toEqual({
          isListed: false,
          isLocked: false,
          isOnSale: false,
          isIncludedWithMembership: false,
          decision: { kind: 'nothing', reason: 'not-published' },
        });
      }
    },
  );

  law('does not depend on what this listener has bought', [aContentItem(), anInstant()], (item, now) => {
    expect(previewAt({ ...item, isPurchased: true }, true, now)).toEqual(
      previewAt({ ...item, isPurchased: false }, true, now),
    );
  });
});

describe('the windows over time (ENT-47)', () => {
  law('are always the same three', [aContentItem()], (item) => {
    expect(windowSpans(item).map(({ kind }) => kind)).toEqual(['availability', 'listen-free', 'discount']);
  });

  const [from, till] = [instant(1000), instant(2000)];

  test.each([
    ['a half-open availability counts', { validity: { from, till: 'absent' } }, 'availability', true],
    [
      'an unreadable availability does not count',
      { validity: { from: 'unreadable', till } },
      'availability',
      false,
    ],
    [
      'a half-open listen-free window does not count',
      { listenFreeWindow: { from, till: 'absent' } },
      'listen-free',
      false,
    ],
    ['a listen-free window counts', { listenFreeWindow: { from, till } }, 'listen-free', true],
    [
      'a discount without a price does not count',
      { discount: { price: 0, window: { from, till } } },
      'discount',
      false,
    ],
    ['a discount counts', { discount: { price: 4.99, window: { from, till } } }, 'discount', true],
    [
      'a listen-free window without a start does not count',
      { listenFreeWindow: { from: 'absent', till } },
      'listen-free',
      false,
    ],
    [
      'a window without a length does not count',
      { listenFreeWindow: { from, till: from } },
      'listen-free',
      false,
    ],
    [
      'an availability with an unreadable end does not count',
      { validity: { from, till: 'unreadable' } },
      'availability',
      false,
    ],
    [
      'a window that ends before it starts does not count',
      { listenFreeWindow: { from: till, till: from } },
      'listen-free',
      false,
    ],
  ] as const)('%s', (_, changes, kind, counts) => {
    const span = windowSpans({ ...PLAIN_ITEM, ...changes }).find((each) => each.kind === kind);
    expect(span?.counts).toBe(counts);
  });
});

describe('the instants of change (ENT-48)', () => {
  law(
    'the preview stays the same between two of them',
    [aContentItem(), anInstant(), anInstant()],
    (item, one, other) => {
      const [early, late] = one <= other ? [one, other] : [other, one];
      const changes = previewChanges(item, true);
      if (!changes.some((at) => early - 1 <= at && at <= late + 1))
        expect(previewAt(item, true, early)).toEqual(previewAt(item, true, late));
    },
  );

  law('are in order, and each stands there once', [aContentItem()], (item) => {
    const changes = previewChanges(item, true);
    expect(changes).toEqual([...new Set(changes)].toSorted((one, other) => one - other));
  });

  law('there is none for a title that is not published', [aContentItem()], (item) => {
    expect(previewChanges(item, false)).toEqual([]);
  });

  test('a bound that changes nothing is none of them', () => {
    // The listen-free window lies before the title is available.
    const item = {
      ...PLAIN_ITEM,
      validity: { from: instant(5000), till: 'absent' as const },
      listenFreeWindow: { from: instant(1000), till: instant(2000) },
    };
    expect(previewChanges(item, true)).toEqual([5000]);
  });

  test('all bounds of three separate windows are', () => {
    const item = {
      ...PLAIN_ITEM,
      validity: { from: instant(1000), till: instant(9000) },
      listenFreeWindow: { from: instant(2000), till: instant(3000) },
      discount: { price: 5, window: { from: instant(4000), till: instant(5000) } },
    };
    expect(previewChanges(item, true)).toEqual([1000, 2000, 3000, 4000, 5000, 9000]);
  });
});
