import { describe, expect, test } from 'vitest';
import { format } from 'prettier';
import {
  decidePlay,
  isLocked,
  isWithin,
  knownDecision,
  type PlayDecision,
} from '../../../src/domain/entitlement/play-decision.ts';
import { instant, isInstant, ALWAYS, type Window } from '../../../src/domain/time.ts';
import { knownListener, UNKNOWN_LISTENER, NOBODY, type User } from '../../../src/domain/account/user.ts';
import { aContentItem, anEntitlement, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { aMalformedWindow, anInstant, aReadableWindow } from '../../arbitraries/time.ts';
import { aFreeUser, aSubscriber, aUser } from '../../arbitraries/user.ts';
import { law } from 'audio-streaming-laws/laws';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';

const key = (decision: PlayDecision): string => `${decision.kind}: ${decision.reason}`;

describe('the play decision', () => {
  law(
    'every listener plays what they purchased, at every instant',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      expect(key(decidePlay(user, { ...item, isPurchased: true }, now))).toBe('play: purchased');
    },
  );

  law(
    'a subscriber plays any valid item',
    [aSubscriber(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = decidePlay(user, { ...item, isPurchased: false }, now);
      expect(key(decision) === 'play: subscribed').toBe(isWithin(item.validity, now));
    },
  );

  law(
    'a subscriber is never offered a membership',
    [aSubscriber(), anEntitlement(), anInstant()],
    (user, item, now) => {
      expect(decidePlay(user, item, now).kind).not.toBe('offer');
    },
  );

  law(
    'a subscription never removes anything that a listener could play',
    [aUser(), aSubscriber(), anEntitlement(), anInstant()],
    (user, subscriber, item, now) => {
      if (decidePlay(user, item, now).kind === 'play') {
        expect(decidePlay({ ...user, paymentDetails: subscriber.paymentDetails }, item, now).kind).toBe(
          'play',
        );
      }
    },
  );

  law(
    'a canceled plan counts until it expires (ENT-3)',
    [aSubscriber(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const paymentDetails = user.paymentDetails && { ...user.paymentDetails, isCanceled: true };
      expect(decidePlay({ ...user, paymentDetails }, item, now)).toEqual(decidePlay(user, item, now));
    },
  );

  law(
    'a purchase never makes an item unplayable',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      if (decidePlay(user, item, now).kind === 'play') {
        expect(decidePlay(user, { ...item, isPurchased: true }, now).kind).toBe('play');
      }
    },
  );

  law(
    'a free listener plays a valid item that is free to listen',
    [aFreeUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = decidePlay(user, { ...item, isPurchased: false, listenFree: true }, now);
      expect(key(decision) === 'play: free-listen').toBe(isWithin(item.validity, now));
    },
  );

  law(
    'a free listener gets the offer for every other valid item',
    [aFreeUser(), aReadableWindow(), anInstant()],
    (user, validity, now) => {
      const decision = decidePlay(user, { ...PLAIN_ITEM, validity }, now);
      expect(key(decision) === 'offer: membership-needed').toBe(isWithin(validity, now));
    },
  );

  law(
    'there is never an offer for an item that is free to listen',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      expect(decidePlay(user, { ...item, hasListenFreeContent: true }, now).kind).not.toBe('offer');
    },
  );

  law(
    'a tile is locked exactly when the decision is nothing (ENT-26)',
    [aUser(), aContentItem(), anInstant()],
    (user, item, now) => {
      expect(isLocked(item, now)).toBe(decidePlay(user, item, now).kind === 'nothing');
    },
  );

  law(
    'a tile is not locked if the decision is the offer (ENT-26)',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      if (decidePlay(user, item, now).kind === 'offer') expect(isLocked(item, now)).toBe(false);
    },
  );

  law(
    'an item with an unreadable bound plays only if it was purchased, and the reason is given (ENT-14, ENT-9)',
    [aUser(), anEntitlement(), aMalformedWindow(), anInstant()],
    (user, item, validity, now) => {
      expect(key(decidePlay(user, { ...item, validity, isPurchased: false }, now))).toBe(
        'nothing: unreadable-window',
      );
    },
  );

  law(
    'before its window an item is too early, and after it too late',
    [aUser(), anEntitlement(), aReadableWindow()],
    (user, item, validity) => {
      const at = (now: number): string =>
        key(decidePlay(user, { ...item, validity, isPurchased: false }, instant(now)));
      expect(at(validity.till)).toBe('nothing: no-longer');
      if (validity.from < validity.till) expect(at(validity.from - 1)).toBe('nothing: not-yet');
    },
  );

  law(
    'a decision changes only at a bound of a window (ENT-28)',
    [aUser(), anEntitlement(), anInstant(), anInstant()],
    (user, item, one, other) => {
      const [earlier, later] = one <= other ? [one, other] : [other, one];
      const crossed = [item.validity, item.listenFreeWindow]
        .flatMap(({ from, till }) => [from, till])
        .some((bound) => isInstant(bound) && earlier < bound && bound <= later);
      if (!crossed) expect(decidePlay(user, item, later)).toEqual(decidePlay(user, item, earlier));
    },
  );

  law(
    'with one window, the decision changes at most once at each bound (ENT-28)',
    [aUser(), anEntitlement(), aReadableWindow()],
    (user, item, validity) => {
      const at = (now: number): string =>
        key(decidePlay(user, { ...item, validity, listenFreeWindow: validity }, instant(now)));
      const { from, till } = validity;
      const seen = [from - 2, from - 1, from, from + 1, till - 2, till - 1, till, till + 1]
        .toSorted((one, other) => one - other)
        .map(at);
      const changes = seen.filter((decision, index) => index > 0 && decision !== seen[index - 1]);
      expect(changes.length).toBeLessThanOrEqual(2);
    },
  );

  law(
    'the name of the listener and other purchases do not affect the decision',
    [aUser(), aUser(), anEntitlement(), anInstant()],
    (user, other, item, now) => {
      expect(decidePlay({ ...other, paymentDetails: user.paymentDetails }, item, now)).toEqual(
        decidePlay(user, item, now),
      );
    },
  );

  law(
    'the decision never throws, whatever the item is',
    [aUser(), aContentItem(), anInstant()],
    (user, item, now) => {
      expect(['play', 'offer', 'nothing']).toContain(decidePlay(user, item, now).kind);
    },
  );
});

describe('the decision before the listener is known', () => {
  law(
    'is the same as for every listener, or null (ENT-29)',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = knownDecision(UNKNOWN_LISTENER, item, now);
      if (decision !== null) expect(decision).toEqual(decidePlay(user, item, now));
    },
  );

  law(
    'is null if it depends on the membership (ENT-29)',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = decidePlay(user, item, now);
      const isForEverybody = decision.kind === 'nothing' || decision.reason === 'purchased';
      expect(knownDecision(UNKNOWN_LISTENER, item, now) === null).toBe(!isForEverybody);
      expect(knownDecision(knownListener(user), item, now)).toEqual(decision);
    },
  );
});

const NOW = instant(1_000_000);
const before = instant(NOW - 1);
const after = instant(NOW + 1);

const WINDOWS: Readonly<Record<string, Window>> = {
  none: ALWAYS,
  open: { from: before, till: after },
  'begins now': { from: NOW, till: after },
  later: { from: after, till: 'absent' },
  'ends now': { from: before, till: NOW },
  unreadable: { from: 'unreadable', till: 'absent' },
};

const FREE: Readonly<Record<string, Partial<ContentItem>>> = {
  no: { listenFreeWindow: { from: before, till: NOW } },
  'one bound only': { listenFreeWindow: { from: before, till: 'absent' } },
  'window open': { listenFreeWindow: { from: NOW, till: after } },
  marked: { listenFree: true },
  'said by the provider': { hasListenFreeContent: true },
};

const plan = { isExpired: false, isCanceled: false, isTrialing: false, duration: 'monthly' } as const;

const MEMBERSHIPS: Readonly<Record<string, User['paymentDetails']>> = {
  none: null,
  active: plan,
  trial: { ...plan, isTrialing: true },
  'canceled, runs': { ...plan, isCanceled: true },
  expired: { ...plan, isExpired: true },
  'without a duration': { ...plan, duration: null },
};

const PURCHASED: Readonly<Record<string, boolean>> = { no: false, yes: true };

const CONDITIONS: readonly Readonly<Record<string, unknown>>[] = [PURCHASED, WINDOWS, MEMBERSHIPS, FREE];

const decide = ([purchased = '', window = '', membership = '', free = '']: readonly string[]) => {
  const { isPurchased, validity, paymentDetails } = {
    isPurchased: PURCHASED[purchased] === true,
    validity: WINDOWS[window] ?? ALWAYS,
    paymentDetails: MEMBERSHIPS[membership] ?? null,
  };
  const item = { ...PLAIN_ITEM, isPurchased, validity, ...FREE[free] };
  return decidePlay({ ...NOBODY, paymentDetails }, item, NOW);
};

type Rows = readonly (readonly string[])[];

/** The rows below the chosen values of the first conditions. Values of a condition with the same rows share them. */
function rowsBelow(chosen: readonly string[]): Rows {
  const condition = CONDITIONS[chosen.length];
  if (condition === undefined) {
    const { kind, reason } = decide(chosen);
    return [[`\`${kind}\``, reason]];
  }
  const values = Object.keys(condition);
  const sharing = new Map<string, string[]>();
  for (const value of values) {
    const below = JSON.stringify(rowsBelow([...chosen, value]));
    sharing.set(below, [...(sharing.get(below) ?? []), value]);
  }
  return [...sharing].flatMap(([below, names]) =>
    (JSON.parse(below) as Rows).map((rest) => [
      names.length === values.length ? 'any' : names.join(' or '),
      ...rest,
    ]),
  );
}

const COLUMNS = ['purchased', 'window', 'membership', 'free'];

/** A case as a line: the conditions that matter, then the decision with its reason. */
const line = (cells: readonly string[]): string => {
  const conditions = COLUMNS.flatMap((column, at) => (cells[at] === 'any' ? [] : [`${column} ${cells[at]}`]));
  return `- ${conditions.join('; ')}: ${cells.slice(COLUMNS.length).join(', ')}`;
};

test('the decision table in docs is what the rules decide (ENT-22)', async () => {
  const text = [
    '# The decision table',
    '',
    'What a request to play ends in, for every combination of its conditions (ENT-22). A line may name several values. A test',
    'generates this page from the rules: `npx vitest run test/domain/entitlement/play-decision.test.ts --update`.',
    '',
    ...rowsBelow([]).map(line),
    '',
  ].join('\n');
  const page = await format(text, { parser: 'markdown', printWidth: 125 });
  await expect(page).toMatchFileSnapshot('../../../docs/decision-table.md');
});
