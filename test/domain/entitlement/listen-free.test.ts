import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { hasFreeListenContent, isListenFree } from '../../../src/domain/entitlement/listen-free.ts';
import { instant } from '../../../src/domain/time.ts';
import { anEntitlement } from '../../arbitraries/content.ts';
import { aMalformedWindow, anInstant, aReadableWindow, aWindowWithoutAnEnd } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

describe('listen-free', () => {
  law(
    'an item that is marked as free is free at every instant',
    [anEntitlement(), anInstant()],
    (item, now) => {
      expect(isListenFree({ ...item, listenFree: true }, now)).toBe(true);
    },
  );

  law('a free window includes its first instant and excludes its last', [aReadableWindow()], (window) => {
    const at = (now: number): boolean =>
      isListenFree({ listenFree: false, listenFreeWindow: window }, instant(now));
    if (window.from === window.till) return;
    expect([at(window.from - 1), at(window.from), at(window.till - 1), at(window.till)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  law(
    'a window with a missing or unreadable bound is not free',
    [fc.oneof(aWindowWithoutAnEnd(), aMalformedWindow()), anInstant()],
    (listenFreeWindow, now) => {
      expect(isListenFree({ listenFree: false, listenFreeWindow }, now)).toBe(false);
    },
  );

  law(
    'whether an item is free does not depend on purchase and validity',
    [anEntitlement(), anEntitlement(), anInstant()],
    (item, other, now) => {
      const { validity, isPurchased, discount } = other;
      const moved = { ...item, validity, isPurchased, discount };
      expect(isListenFree(moved, now)).toBe(isListenFree(item, now));
    },
  );

  law(
    'an item that is listen-free now has free-listen content',
    [anEntitlement(), anInstant()],
    (item, now) => {
      if (isListenFree(item, now)) expect(hasFreeListenContent(item, now)).toBe(true);
    },
  );

  law(
    'an item that is marked with free-listen content has it at every instant',
    [anEntitlement(), anInstant()],
    (item, now) => {
      expect(hasFreeListenContent({ ...item, hasListenFreeContent: true }, now)).toBe(true);
    },
  );

  law('no other item has free-listen content', [anEntitlement(), anInstant()], (item, now) => {
    const silent = { ...item, hasListenFreeContent: false };
    expect(hasFreeListenContent(silent, now)).toBe(isListenFree(silent, now));
  });
});
