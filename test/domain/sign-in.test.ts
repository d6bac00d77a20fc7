import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  SIGNED_OUT,
  signInAfter,
  type SignInChallenge,
  type SignInEvent,
  type SignInStage,
} from '../../src/domain/sign-in.ts';

const challenge = fc.constantFrom<SignInChallenge>(
  { kind: 'new-password-required', attributes: {} },
  { kind: 'sms-code', destination: '+*******0000' },
  { kind: 'authenticator-code', device: 'My TOTP device' },
  { kind: 'authenticator-setup', secret: 'JBSWY3DPEHPK3PXP' },
  { kind: 'factor-choice', factors: ['sms', 'authenticator'] },
  { kind: 'custom', destination: null },
);
const event = fc.oneof(
  fc.constantFrom<SignInEvent>(
    { kind: 'password-sent' },
    { kind: 'let-in' },
    { kind: 'refused' },
    { kind: 'expired' },
    { kind: 'abandoned' },
  ),
  challenge.map((asked): SignInEvent => ({ kind: 'challenged', challenge: asked })),
  fc
    .constantFrom('new-password', 'code', 'response', 'factor' as const)
    .map((response): SignInEvent => ({ kind: 'response-sent', response })),
);

/** The stages after each of several events. An event that cannot happen does not change the stage. */
const stagesAfter = (events: readonly SignInEvent[]): readonly SignInStage[] => {
  let stage = SIGNED_OUT;
  const later = events.map((next) => {
    stage = signInAfter(stage, next) ?? stage;
    return stage;
  });
  return [SIGNED_OUT, ...later];
};

describe('the stages of a sign-in', () => {
  test('only a pending sign-in can succeed (SES-9)', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const stages = stagesAfter(events);
        for (const [index, stage] of stages.entries()) {
          const before = stages[index - 1];
          if (stage.kind === 'signed-in' && before !== stage) expect(before?.kind).toBe('asking');
        }
      }),
    );
  });

  test('no password or response is accepted while a request is pending (SES-7)', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const stage = stagesAfter(events).at(-1) ?? SIGNED_OUT;
        fc.pre(stage.kind === 'asking');
        expect(signInAfter(stage, { kind: 'password-sent' })).toBeNull();
        for (const response of ['new-password', 'code', 'response', 'factor'] as const) {
          expect(signInAfter(stage, { kind: 'response-sent', response })).toBeNull();
        }
      }),
    );
  });

  test('each challenge accepts one kind of response, and a refused one may be repeated (SES-8)', () => {
    fc.assert(
      fc.property(challenge, (asked) => {
        const stage: SignInStage = { kind: 'challenged', challenge: asked };
        const taken = (['new-password', 'code', 'response', 'factor'] as const).flatMap(
          (response) => signInAfter(stage, { kind: 'response-sent', response }) ?? [],
        );
        expect(taken).toHaveLength(1);
        expect(signInAfter(taken[0] ?? SIGNED_OUT, { kind: 'refused' })).toEqual(stage);
      }),
    );
  });

  test('a refused password, an expired challenge and a restart lead to the form', () => {
    const asking = signInAfter(SIGNED_OUT, { kind: 'password-sent' }) ?? SIGNED_OUT;
    expect(signInAfter(asking, { kind: 'refused' })).toEqual(SIGNED_OUT);
    expect(signInAfter(asking, { kind: 'expired' })).toEqual(SIGNED_OUT);
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        expect(stagesAfter([...events, { kind: 'abandoned' }]).at(-1)).toEqual(SIGNED_OUT);
      }),
    );
  });
});

describe('the events of a sign-in', () => {
  const sms: SignInChallenge = { kind: 'sms-code', destination: null };
  const asking: SignInStage = { kind: 'asking', before: sms };

  test('starts signed out', () => {
    expect(SIGNED_OUT).toEqual({ kind: 'signed-out' });
  });

  test.each([
    [
      { kind: 'challenged', challenge: sms },
      { kind: 'challenged', challenge: sms },
    ],
    [{ kind: 'let-in' }, { kind: 'signed-in' }],
    [{ kind: 'refused' }, { kind: 'challenged', challenge: sms }],
    [{ kind: 'expired' }, { kind: 'signed-out' }],
  ] as const satisfies readonly (readonly [SignInEvent, SignInStage])[])(
    'while the service checks, %j leads to %j',
    (result, stage) => {
      expect(signInAfter(asking, result)).toEqual(stage);
    },
  );

  test('a response that nobody waits for changes nothing (SES-9)', () => {
    const resting: readonly SignInStage[] = [
      SIGNED_OUT,
      { kind: 'challenged', challenge: sms },
      { kind: 'signed-in' },
    ];
    const results: readonly SignInEvent[] = [
      { kind: 'challenged', challenge: sms },
      { kind: 'let-in' },
      { kind: 'refused' },
      { kind: 'expired' },
    ];
    for (const stage of resting) {
      for (const result of results) expect(signInAfter(stage, result)).toBeNull();
    }
  });
});
