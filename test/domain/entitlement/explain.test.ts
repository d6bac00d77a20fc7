import { describe, expect, test } from 'vitest';
import { NOBODY } from '../../../src/domain/account/user.ts';
import { explainPlay } from '../../../src/domain/entitlement/explain.ts';
import { decidePlay } from '../../../src/domain/entitlement/play-decision.ts';
import { boundsOf, instant } from '../../../src/domain/time.ts';
import { anEntitlement, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { aUser } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

/** The decision that follows from the last question and its answer. */
const DECIDED: Readonly<Record<string, string>> = {
  'ENT-11 yes': 'purchased',
  'ENT-9 no': 'unreadable-window',
  'ENT-7,ENT-8 no': 'not-yet or no-longer',
  'ENT-1 yes': 'subscribed',
  'ENT-16 yes': 'free-listen',
  'ENT-15 yes': 'free-listen',
  'ENT-15 no': 'membership-needed',
};

describe('an explanation of the play decision (ENT-71)', () => {
  law('has the decision of the rules', [aUser(), anEntitlement(), anInstant()], (user, item, now) => {
    expect(explainPlay(user, item, now).decision).toEqual(decidePlay(user, item, now));
  });

  law('ends with the question that decides', [aUser(), anEntitlement(), anInstant()], (user, item, now) => {
    const { decision, steps } = explainPlay(user, item, now);
    const last = steps.at(-1);
    const decided = DECIDED[`${last?.rules.join(',') ?? ''} ${last?.answer === true ? 'yes' : 'no'}`];
    expect(decided?.split(' or ')).toContain(decision.reason);
  });

  law(
    'names the next change: the decision is the same until then, and another one from then on',
    [aUser(), anEntitlement(), anInstant(), anInstant()],
    (user, item, now, later) => {
      const { decision, next } = explainPlay(user, item, now);
      if (later >= now && (next === null || later < next.at))
        expect(decidePlay(user, item, later)).toEqual(decision);
      if (next === null) return;
      expect(next.at).toBeGreaterThan(now);
      expect(next.decision).toEqual(decidePlay(user, item, next.at));
      expect(next.decision).not.toEqual(decision);
      expect(decidePlay(user, item, instant(next.at - 1))).toEqual(decision);
      expect(boundsOf(item.validity, item.listenFreeWindow)).toContain(next.at);
    },
  );

  test('shows the bounds of the windows that were read', () => {
    const validity = { from: instant(1000), till: instant(2000) };
    const { steps, next } = explainPlay(NOBODY, { ...PLAIN_ITEM, validity }, instant(500));
    expect(steps.at(-1)).toEqual({
      rules: ['ENT-7', 'ENT-8'],
      question: 'Is now inside its window?',
      answer: false,
      window: validity,
    });
    expect(next).toEqual({ at: 1000, decision: { kind: 'offer', reason: 'membership-needed' } });
  });
});
