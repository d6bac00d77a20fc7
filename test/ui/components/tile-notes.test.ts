import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidePlay } from '../../../src/domain/entitlement/play-decision.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { NOBODY } from '../../../src/domain/account/user.ts';
import { entitlementNote } from '../../../src/ui/components/tiles/tile-words.ts';
import { aContentItem, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { aUser } from '../../arbitraries/user.ts';
import { FinishedState } from '../../../src/application/progress/finished-state.ts';
import { PlayerState } from '../../../src/application/player-state.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { leftInWords, progressOf } from '../../../src/ui/components/tiles/listened-bar.tsx';

const at = (text: string) => instant(Date.parse(text));
// A Wednesday.
const NOW = at('2026-05-06T10:00:00');
const MEMBER = {
  ...NOBODY,
  paymentDetails: { isExpired: false, isCanceled: false, isTrialing: false, duration: 'monthly' as const },
};

const noteOf = (changes: Partial<typeof PLAIN_ITEM>, user = NOBODY): string | null =>
  entitlementNote(decidePlay(user, { ...PLAIN_ITEM, ...changes }, NOW), { ...PLAIN_ITEM, ...changes }, NOW);

describe('the note that explains an entitlement (ENT-27)', () => {
  it('says when a title becomes playable: the day, or the time on the same day', () => {
    const from = (text: string) => noteOf({ validity: { from: at(text), till: 'absent' } });
    expect(from('2026-05-08T00:00:00')).toBe('Available from Friday');
    expect(from('2026-05-06T18:00:00')).toBe('Available from 18:00');
    expect(from('2026-05-13T00:00:00')).toBe('Available from 13 May');
    expect(from('2027-01-02T00:00:00')).toBe('Available from 2 January 2027');
  });

  it('says when a title became unavailable', () => {
    const till = (text: string) => noteOf({ validity: { from: 'absent', till: at(text) } });
    expect(till('2026-05-03T12:00:00')).toBe('Left on 3 May');
    expect(till('2026-05-06T09:30:00')).toBe('Left at 09:30');
    expect(till('2025-12-31T00:00:00')).toBe('Left on 31 December 2025');
  });

  it('says what a listener without membership may play, and until when', () => {
    const window = { from: at('2026-05-01T00:00:00'), till: at('2026-05-06T18:00:00') };
    expect(noteOf({})).toBe('Included with membership');
    expect(noteOf({ listenFree: true, listenFreeWindow: window })).toBe('Free to listen');
    expect(noteOf({ hasListenFreeContent: true })).toBe('Free to listen');
    expect(noteOf({ listenFreeWindow: window })).toBe('Free until 18:00');
    expect(noteOf({ listenFreeWindow: { ...window, till: at('2026-05-10T18:00:00') } })).toBe(
      'Free until Sunday',
    );
  });

  it('says what is purchased, and says nothing to a member', () => {
    expect(noteOf({ isPurchased: true })).toBe('Purchased');
    expect(noteOf({}, MEMBER)).toBeNull();
  });

  it('mentions membership exactly if the play decision is an offer', () => {
    fc.assert(
      fc.property(aUser(), aContentItem(), anInstant(), (user, item, now) => {
        const decision = decidePlay(user, item, now);
        const note = entitlementNote(decision, item, now);
        return (note === 'Included with membership') === (decision.kind === 'offer');
      }),
    );
  });
});

const BEGUN: ContentItem = {
  ...PLAIN_ITEM,
  runTime: seconds(600),
  progress: { position: seconds(150), chapterIndex: null },
};

describe('the progress on a tile', () => {
  it('is the progress of the item', () => {
    expect(progressOf(BEGUN, new PlayerState(), new FinishedState())).toEqual({
      kind: 'started',
      part: 0.25,
      left: 450,
    });
    expect(progressOf({ ...BEGUN, progress: null }, new PlayerState(), new FinishedState())).toBeNull();
  });

  it('is finished once it is marked so, or no time is left', () => {
    const finished = new FinishedState();
    const end = { position: seconds(600), chapterIndex: null };
    expect(progressOf({ ...BEGUN, progress: end }, new PlayerState(), finished)).toEqual({
      kind: 'finished',
    });
    finished.mark(BEGUN.id, { position: seconds(150), chapterIndex: null });
    expect(progressOf(BEGUN, new PlayerState(), finished)).toEqual({ kind: 'finished' });
  });

  it('reads in minutes, at least one', () => {
    expect(leftInWords(seconds(10))).toBe('1 min left');
    expect(leftInWords(seconds(12 * 60 + 20))).toBe('12 min left');
    expect(leftInWords(seconds(2 * 3600 + 5 * 60))).toBe('2 h 5 min left');
  });
});
