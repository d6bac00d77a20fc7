import * as library from 'amazon-cognito-identity-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SignInFlow } from '../../../src/adapters/cognito/sign-in/sign-in-flow.ts';
import { vendorExchange } from '../../../src/adapters/cognito/vendor/vendor-client.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { RIGHT, type Script, type ScriptedChallenge, ScriptedUser } from './scripted-user.ts';

type Given = 'new-password' | 'code' | 'response' | 'factor';

/** The expected state of the sign-in and of the service. */
type Model = {
  /** The current challenge and those after it; null if there is none. */
  challenges: readonly ScriptedChallenge[] | null;
  timesIn: number;
  isReachable: boolean;
  isForgetful: boolean;
};

type Fixture = {
  readonly flow: SignInFlow;
  readonly script: Script;
  readonly handedOver: { times: number };
};

type Command = fc.AsyncCommand<Model, Fixture>;

const RESPONSES: Readonly<Record<ScriptedChallenge, Given>> = {
  NEW_PASSWORD_REQUIRED: 'new-password',
  SMS_MFA: 'code',
  SOFTWARE_TOKEN_MFA: 'code',
  MFA_SETUP: 'code',
  SELECT_MFA_TYPE: 'factor',
  CUSTOM_CHALLENGE: 'response',
};

const PORT_KIND: Readonly<Record<ScriptedChallenge, string>> = {
  NEW_PASSWORD_REQUIRED: 'new-password-required',
  SMS_MFA: 'sms-code',
  SOFTWARE_TOKEN_MFA: 'authenticator-code',
  MFA_SETUP: 'authenticator-setup',
  SELECT_MFA_TYPE: 'factor-choice',
  CUSTOM_CHALLENGE: 'custom',
};

const makeFixture = (): Fixture => {
  const script: Script = { challenges: [], isReachable: true, isForgetful: false };
  const handedOver = { times: 0 };
  const exchange = async (storage: library.ICognitoStorage) => {
    const Pool = new library.CognitoUserPool({ UserPoolId: 'us-west-2_P', ClientId: 'c', Storage: storage });
    return vendorExchange(Pool, (Username) => new ScriptedUser({ Username, Pool, Storage: storage }, script));
  };
  const keeper = {
    devices: () => [],
    signedIn: (entries: readonly unknown[]) => {
      handedOver.times += 1;
      return entries.length > 0;
    },
  };
  const flow = new SignInFlow({ exchange }, keeper, new MemoryClock(), new MemoryLog());
  return { flow, script, handedOver };
};

/** The service accepts: the next challenge follows, or the listener is signed in. */
const goOn = (model: Model, left: readonly ScriptedChallenge[]): object => {
  const [next] = left;
  if (next !== undefined) {
    model.challenges = left;
    return { ok: true, value: { kind: 'challenge', challenge: { kind: PORT_KIND[next] } } };
  }
  model.challenges = null;
  model.timesIn += 1;
  return { ok: true, value: { kind: 'signed-in' } };
};

const signIn = (challenges: readonly ScriptedChallenge[], isRight: boolean): Command => ({
  check: () => true,
  toString: () => `signIn(${isRight ? 'right' : 'wrong'}; ${challenges.join(', ')})`,
  async run(model, { flow, script, handedOver }) {
    script.challenges = challenges;
    const step = await flow.begin('wren@listener.test', isRight ? RIGHT : 'wrong');
    model.challenges = null;
    if (!model.isReachable) expect(step).toMatchObject({ error: { kind: 'unreachable' } });
    else if (model.isForgetful || !isRight) expect(step).toMatchObject({ error: { kind: 'refused' } });
    else expect(step).toMatchObject(goOn(model, challenges));
    expect(handedOver.times).toBe(model.timesIn);
  },
});

const give = (flow: SignInFlow, handler: Given, value: string) => {
  switch (handler) {
    case 'new-password':
      return flow.respondWithNewPassword(value);
    case 'code':
      return flow.respondWithCode(value);
    case 'response':
      return flow.respondToCustom(value);
    case 'factor':
      return flow.chooseFactor('sms');
  }
};

const responds = (handler: Given, isRight: boolean): Command => ({
  check: () => true,
  toString: () => `answer(${handler}, ${isRight ? 'right' : 'wrong'})`,
  async run(model, { flow, handedOver }) {
    const step = await give(flow, handler, isRight ? RIGHT : 'wrong');
    const [challenge, ...left] = model.challenges ?? [];
    if (challenge === undefined || RESPONSES[challenge] !== handler) {
      expect(step).toMatchObject({ error: { kind: 'no-challenge' } });
    } else if (!model.isReachable) {
      expect(step).toMatchObject({ error: { kind: 'unreachable' } });
    } else if (model.isForgetful) {
      model.challenges = null;
      expect(step).toMatchObject({ error: { kind: 'no-challenge' } });
    } else if (challenge === 'SELECT_MFA_TYPE') {
      expect(step).toMatchObject(goOn(model, ['SMS_MFA', ...left]));
    } else if (isRight) {
      expect(step).toMatchObject(goOn(model, left));
    } else {
      expect(step).toMatchObject({ error: { kind: 'refused' } });
    }
    expect(handedOver.times).toBe(model.timesIn);
  },
});

const twoAtOnce: Command = {
  check: () => true,
  toString: () => 'twoAtOnce',
  async run(model, { flow, script, handedOver }) {
    script.challenges = [];
    const [first, second] = await Promise.all([
      flow.begin('wren@listener.test', RIGHT),
      flow.begin('wren@listener.test', RIGHT),
    ]);
    model.challenges = null;
    if (model.isReachable && !model.isForgetful) expect(first).toMatchObject(goOn(model, []));
    expect(second).toMatchObject({ error: { kind: 'busy' } });
    expect(handedOver.times).toBe(model.timesIn);
  },
};

/** A new sign-in starts before the service responds. Its response arrives too late. */
const leaveMeanwhile: Command = {
  check: () => true,
  toString: () => 'leaveMeanwhile',
  async run(model, { flow, script, handedOver }) {
    script.challenges = [];
    const earlier = flow.begin('wren@listener.test', RIGHT);
    flow.abandon();
    model.challenges = null;
    expect(await earlier).toMatchObject({ error: { kind: 'no-challenge' } });
    expect(handedOver.times).toBe(model.timesIn);
  },
};

const abandon: Command = {
  check: () => true,
  toString: () => 'abandon',
  async run(model, { flow }) {
    flow.abandon();
    model.challenges = null;
  },
};

const set = (switches: Partial<Pick<Model, 'isReachable' | 'isForgetful'>>): Command => ({
  check: () => true,
  toString: () => JSON.stringify(switches),
  async run(model, { script }) {
    Object.assign(model, switches);
    Object.assign(script, switches);
  },
});

const challenge = fc.constantFrom<ScriptedChallenge>(
  'NEW_PASSWORD_REQUIRED',
  'SMS_MFA',
  'SOFTWARE_TOKEN_MFA',
  'MFA_SETUP',
  'SELECT_MFA_TYPE',
  'CUSTOM_CHALLENGE',
);
const isRight = fc.boolean();
const handler = fc.constantFrom<Given>('new-password', 'code', 'response', 'factor');

test('every order of steps ends in the state that the model expects', async () => {
  const commands = fc.commands(
    [
      fc.tuple(fc.array(challenge, { maxLength: 3 }), fc.constant(true)).map((given) => signIn(...given)),
      fc.tuple(fc.array(challenge, { maxLength: 3 }), isRight).map((given) => signIn(...given)),
      fc.tuple(handler, fc.constant(true)).map((given) => responds(...given)),
      fc.tuple(handler, fc.constant(true)).map((given) => responds(...given)),
      fc.tuple(handler, isRight).map((given) => responds(...given)),
      fc.constant(twoAtOnce),
      fc.constant(leaveMeanwhile),
      fc.constant(abandon),
      fc.boolean().map((isReachable) => set({ isReachable })),
      fc.boolean().map((isForgetful) => set({ isForgetful })),
    ],
    { maxCommands: 40 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (given) => {
      const setup = () => ({
        model: { challenges: null, timesIn: 0, isReachable: true, isForgetful: false },
        real: makeFixture(),
      });
      await fc.asyncModelRun(setup, given);
    }),
    { numRuns: 300 },
  );
});
