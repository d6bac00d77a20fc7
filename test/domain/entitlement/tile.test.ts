// Proves CAT-39.
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { isLocked, tileContentId } from '../../../src/domain/entitlement/tile.ts';
import { aContentItem, anEntitlement, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { aMalformedWindow, anInstant, aReadableWindow } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

describe('the audio tile', () => {
  law('a purchased item is never locked', [anEntitlement(), anInstant()], (item, now) => {
    expect(isLocked({ ...item, isPurchased: true }, now)).toBe(false);
  });

  law(
    'an item is not locked from valid_from on, and locked from valid_till on',
    [aReadableWindow()],
    (validity) => {
      const item = { ...PLAIN_ITEM, validity };
      expect(isLocked(item, validity.till)).toBe(true);
      if (validity.from < validity.till) expect(isLocked(item, validity.from)).toBe(false);
    },
  );

  law('an item with an unreadable bound is locked', [aMalformedWindow(), anInstant()], (validity, now) => {
    expect(isLocked({ ...PLAIN_ITEM, validity }, now)).toBe(true);
  });

  law('a tile leads to one of the two ids of its item', [aContentItem()], (item) => {
    expect(tileContentId(item)).not.toBe('');
    expect([item.id, item.contentId]).toContain(tileContentId(item));
  });

  test('a tile leads to content_id if there is one, else to the id', () => {
    const id = contentId('1');
    expect(tileContentId({ id, contentId: contentId('2') })).toBe('2');
    expect(tileContentId({ id, contentId: null })).toBe('1');
    expect(tileContentId({ id, contentId: contentId('') })).toBe('1');
  });
});
