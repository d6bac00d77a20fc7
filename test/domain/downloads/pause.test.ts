import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  CLOCK_SET_BACK,
  decideDownloaded,
  LONGEST_WITHOUT_CONTACT,
} from '../../../src/domain/downloads/pause.ts';
import { decidePlay } from '../../../src/domain/entitlement/play-decision.ts';
import { instant } from '../../../src/domain/time.ts';
import { aContentItem, anEntitlement } from '../../arbitraries/content.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { aFreeUser, aSubscriber, aUser } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

const contact = () => fc.option(anInstant(), { nil: null });

describe('the decision about a download', () => {
  law(
    'never plays a title that a Play click would not play',
    [aUser(), aContentItem(), contact(), anInstant()],
    (user, item, contactAt, now) => {
      const isAllowed = decidePlay(user, item, now).kind === 'play';
      expect(decideDownloaded(user, item, contactAt, now) === 'refused').toBe(!isAllowed);
    },
  );

  law(
    'never pauses a purchased title, or a title that needs no membership',
    [aUser(), aFreeUser(), anEntitlement(), contact(), anInstant()],
    (user, free, item, contactAt, now) => {
      expect(decideDownloaded(user, { ...item, isPurchased: true }, contactAt, now)).toBe('play');
      expect(decideDownloaded(free, item, contactAt, now)).not.toBe('paused');
      if (decidePlay(free, item, now).kind === 'play') {
        expect(decideDownloaded(user, item, contactAt, now)).toBe('play');
      }
    },
  );

  law(
    'pauses titles that need a membership after 30 days without contact, until the next contact',
    [aSubscriber(), aContentItem(), anInstant(), fc.integer({ min: 0, max: 100 * 24 * 60 * 60 * 1000 })],
    (user, item, now, ago) => {
      if (decidePlay({ ...user, paymentDetails: null }, item, now).kind !== 'offer') return;
      const contactAt = instant(now - ago);
      const isPaused = decideDownloaded(user, item, contactAt, now) === 'paused';
      expect(isPaused).toBe(ago >= LONGEST_WITHOUT_CONTACT);
      expect(decideDownloaded(user, item, null, now)).toBe('paused');
      expect(decideDownloaded(user, item, now, now)).toBe('play');
    },
  );

  law(
    'does not let a clock that is set back prolong a membership',
    [aSubscriber(), aContentItem(), anInstant(), fc.integer({ min: 1, max: 10 ** 10 })],
    (user, item, now, back) => {
      if (decidePlay({ ...user, paymentDetails: null }, item, now).kind !== 'offer') return;
      expect(decideDownloaded(user, item, instant(now + CLOCK_SET_BACK + back), now)).toBe('paused');
      expect(decideDownloaded(user, item, instant(now + CLOCK_SET_BACK), now)).toBe('play');
    },
  );
});
