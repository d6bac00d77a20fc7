import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type WireResponse, beginProof, parameter, prove, token, wire } from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, codeFor, runPool } from './harness.ts';

// Lockouts need many sign-ins.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;

beforeAll(async () => {
  running = await runPool();
});

afterAll(async () => {
  await running.close();
});

const UserAttributes = [{ Name: 'name', Value: 'Ada' }];

const WRONG = 'Incorrect username or password.';
const LOCKED = 'Password attempts exceeded';

async function guess(email: string, password = 'a guess'): Promise<unknown> {
  return (await prove(running.endpoint, email, password)).body['message'];
}

async function add(email: string): Promise<string> {
  await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD });
  return email;
}

describe('repeated failures', () => {
  it.each([
    ['a user', true],
    ['someone unknown', false],
  ])('lock %s for a time that doubles (SES-106)', async (who, exists) => {
    const email = `${exists ? 'known' : 'unknown'}@listener.test`;
    if (exists) await add(email);
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await guess(email), who).toBe(WRONG);
    for (const window of [1, 2, 4]) {
      running.clock.advance(window - 0.9);
      expect(await guess(email)).toBe(LOCKED);
      running.clock.advance(1);
      expect(await guess(email)).toBe(WRONG);
    }
  });

  it('also refuse the right password, and are reset after it was accepted', async () => {
    const email = await add('right@listener.test');
    for (let attempt = 1; attempt <= 5; attempt += 1) await guess(email);
    expect(await guess(email, PASSWORD)).toBe(LOCKED);
    running.clock.advance(1.1);
    expect((await prove(running.endpoint, email, PASSWORD)).status).toBe(200);
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await guess(email)).toBe(WRONG);
  });

  it('lock for at most a quarter of an hour (SES-106)', async () => {
    const email = await add('stubborn@listener.test');
    for (let attempt = 1; attempt < 5; attempt += 1) await guess(email);
    for (let doubled = 0; doubled < 14; doubled += 1) {
      expect(await guess(email)).toBe(WRONG);
      running.clock.advance(Math.min(2 ** doubled, 900) - 0.9);
      expect(await guess(email)).toBe(LOCKED);
      running.clock.advance(1);
    }
  });

  it('are reset after a quarter of an hour without a failure', async () => {
    const email = await add('patient@listener.test');
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await guess(email)).toBe(WRONG);
      running.clock.advance(901);
    }
    for (let attempt = 1; attempt <= 4; attempt += 1) expect(await guess(email)).toBe(WRONG);
    expect(await guess(email, PASSWORD)).toBeUndefined();
  });

  it('count when they are parallel', async () => {
    const email = await add('flood@listener.test');
    const proofs = await Promise.all(
      Array.from({ length: 12 }, () => beginProof(running.endpoint, email, 'a guess')),
    );
    const responses = await Promise.all(
      proofs.map(
        async ({ claim }) => (await wire(running.endpoint, 'RespondToAuthChallenge', claim)).body['message'],
      ),
    );
    expect(responses.filter((message) => message === WRONG)).toHaveLength(5);
    expect(responses.filter((message) => message === LOCKED)).toHaveLength(7);
  });

  it('are reset by a new password with a code', async () => {
    const email = await add('recovered@listener.test');
    for (let attempt = 1; attempt <= 6; attempt += 1) await guess(email);
    await running.pool.sendForgotPasswordCode(email, '192.0.2.1', 'en');
    await wire(running.endpoint, 'ConfirmForgotPassword', {
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: await codeFor(running.pool, email, 'forgot-password'),
      Password: 'a new password',
    });
    expect((await prove(running.endpoint, email, 'a new password')).status).toBe(200);
  });
});

describe('a code', () => {
  const confirm = async (email: string, code: string): Promise<unknown> => {
    const response = await wire(running.endpoint, 'ConfirmForgotPassword', {
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: code,
      Password: 'a new password',
    });
    return response.body['__type'];
  };

  it.each(['coded@listener.test', 'never-there@listener.test'])(
    'can be guessed five times, then expires, all the same for %s',
    async (email) => {
      if (email.startsWith('coded')) await add(email);
      const forgot = () => wire(running.endpoint, 'ForgotPassword', { ClientId: CLIENT_ID, Username: email });
      expect(await confirm(email, 'x')).toBe('ExpiredCodeException');
      expect((await forgot()).body['CodeDeliveryDetails']).toMatchObject({ DeliveryMedium: 'EMAIL' });
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(await confirm(email, 'wrong')).toBe('CodeMismatchException');
      }
      expect(await confirm(email, 'wrong')).toBe('LimitExceededException');
      await forgot();
      running.clock.advance(3601);
      expect(await confirm(email, 'wrong')).toBe('ExpiredCodeException');
    },
  );

  const WRONG_CODE = 'CodeMismatchException';
  const LIMIT = 'LimitExceededException';
  const send = (email: string) =>
    wire(running.endpoint, 'ForgotPassword', { ClientId: CLIENT_ID, Username: email });

  it.each(['persistent@listener.test', 'persistent-stranger@listener.test'])(
    'that is sent again brings no new guesses: %s',
    async (email) => {
      if (!email.includes('stranger')) await add(email);
      await send(email);
      for (let attempt = 1; attempt <= 5; attempt += 1)
        expect(await confirm(email, 'wrong')).toBe(WRONG_CODE);
      await send(email);
      for (let attempt = 1; attempt <= 5; attempt += 1)
        expect(await confirm(email, 'wrong')).toBe(WRONG_CODE);
      await send(email);
      expect(await confirm(email, 'wrong')).toBe(LIMIT);
      if (!email.includes('stranger')) {
        expect(await confirm(email, await codeFor(running.pool, email, 'forgot-password'))).toBe(LIMIT);
      }
      let guesses = 0;
      for (let hour = 0; hour < 24; hour += 1) {
        running.clock.advance(3600);
        await send(email);
        while ((await confirm(email, 'wrong')) === WRONG_CODE) guesses += 1;
      }
      expect(guesses, 'in a day').toBeLessThan(30);
    },
  );

  it('that is right is accepted after a while, and resets the wrong guesses', async () => {
    const email = await add('clumsy@listener.test');
    for (let code = 1; code <= 2; code += 1) {
      await send(email);
      for (let attempt = 1; attempt <= 5; attempt += 1)
        expect(await confirm(email, 'wrong')).toBe(WRONG_CODE);
    }
    running.clock.advance(15 * 60 + 1);
    await send(email);
    expect(await confirm(email, await codeFor(running.pool, email, 'forgot-password'))).toBeUndefined();
    await send(email);
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await confirm(email, 'wrong')).toBe(WRONG_CODE);
  });

  it('cannot be guessed at many accounts by one caller', async () => {
    const small = await runPool();
    small.clock.freeze();
    const guessAt = async (email: string): Promise<unknown> => {
      await wire(small.endpoint, 'ForgotPassword', { ClientId: CLIENT_ID, Username: email });
      const response = await wire(small.endpoint, 'ConfirmForgotPassword', {
        ClientId: CLIENT_ID,
        Username: email,
        ConfirmationCode: '000000',
        Password: 'a new password',
      });
      return response.body['__type'];
    };
    for (let account = 1; account <= 50; account += 1) {
      expect(await guessAt(`account-${account}@listener.test`)).toBe(WRONG_CODE);
    }
    expect(await guessAt('account-51@listener.test')).toBe(LIMIT);
    small.clock.advance(61);
    expect(await guessAt('account-51@listener.test')).toBe(WRONG_CODE);
    await small.close();
  });

  it('is sent at most twenty times an hour', async () => {
    const email = await add('eager@listener.test');
    const forgot = async () =>
      (await wire(running.endpoint, 'ForgotPassword', { ClientId: CLIENT_ID, Username: email })).body[
        '__type'
      ];
    for (let sent = 1; sent <= 20; sent += 1) expect(await forgot()).toBeUndefined();
    expect(await forgot()).toBe('LimitExceededException');
    await expect(running.pool.sendForgotPasswordCode(email, '192.0.2.1', 'en')).resolves.toBeUndefined();
    running.clock.advance(3601);
    expect(await forgot()).toBeUndefined();
  });
});

describe('a caller with nothing left', () => {
  let small: RunningPool;

  /** Uses up an allowance of this machine. */
  const useUp = async (name: 'caller' | 'messages'): Promise<void> => {
    const now = small.clock.now();
    const row = { subject: `${name}|127.0.0.1`, failures: 0, last_at: now, locked_until: now + 60_000 };
    await small.db
      .insertInto('pool_attempts')
      .values(row)
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
      .execute();
  };
  const call = async (action: string, more: object): Promise<unknown> =>
    (await wire(small.endpoint, action, { ClientId: CLIENT_ID, ...more })).body['__type'];

  beforeAll(async () => {
    small = await runPool({ passwordlessSignIn: true });
    small.clock.freeze();
    for (const name of ['ada', 'sms']) {
      const phone = name === 'sms' && { smsNumber: '+15550001234' };
      await small.pool.ensureUser({
        email: `${name}@listener.test`,
        name: 'Ada',
        password: PASSWORD,
        ...phone,
      });
    }
  });

  afterAll(() => small.close());

  it('of guesses tries no password and no code of any kind', async () => {
    const Username = 'ada@listener.test';
    const asked = await prove(small.endpoint, 'sms@listener.test', PASSWORD);
    const custom = await wire(small.endpoint, 'InitiateAuth', {
      ClientId: CLIENT_ID,
      AuthFlow: 'CUSTOM_AUTH',
      AuthParameters: { USERNAME: Username },
    });
    const AccessToken = token(await prove(small.endpoint, Username, PASSWORD), 'AccessToken');
    await call('ForgotPassword', { Username });
    await call('ResendConfirmationCode', { Username: 'new@listener.test' });
    await wire(small.endpoint, 'GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' });
    await useUp('caller');
    for (const password of ['a guess', PASSWORD]) {
      expect((await prove(small.endpoint, Username, password)).body['message']).toBe(LOCKED);
    }
    const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: 'a new password' };
    const responseTo = (ChallengeName: string, { body }: WireResponse, responses: object) => ({
      ChallengeName,
      Session: body['Session'],
      ChallengeResponses: responses,
    });
    const code = '000000';
    for (const [action, body] of [
      ['ChangePassword', change],
      ['ConfirmForgotPassword', { Username, ConfirmationCode: code, Password: 'a new password' }],
      ['ConfirmSignUp', { Username: 'new@listener.test', ConfirmationCode: code }],
      ['VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: code }],
      ['SignUp', { Username, Password: PASSWORD, UserAttributes }],
      [
        'RespondToAuthChallenge',
        responseTo('SMS_MFA', asked, { USERNAME: 'sms@listener.test', SMS_MFA_CODE: code }),
      ],
      [
        'RespondToAuthChallenge',
        responseTo('CUSTOM_CHALLENGE', custom, { USERNAME: Username, ANSWER: code }),
      ],
    ] as const) {
      // AWS declares another error for the calls of a sign-in (SES-131).
      const error =
        action === 'RespondToAuthChallenge' ? 'TooManyRequestsException' : 'LimitExceededException';
      expect(await call(action, body), action).toBe(error);
    }
    // A code that was right all the time is still there.
    small.clock.advance(61);
    const right = await codeFor(small.pool, Username, 'forgot-password');
    expect(
      await call('ConfirmForgotPassword', { Username, ConfirmationCode: right, Password: PASSWORD }),
    ).toBeUndefined();
  });

  it('of messages causes none, and makes no account', async () => {
    await useUp('messages');
    const Username = 'late@listener.test';
    expect(await call('SignUp', { Username, Password: PASSWORD, UserAttributes })).toBe(
      'LimitExceededException',
    );
    expect(await call('ForgotPassword', { Username: 'ada@listener.test' })).toBe('LimitExceededException');
    expect(await call('ResendConfirmationCode', { Username })).toBe('LimitExceededException');
    small.clock.advance(61);
    expect(await call('SignUp', { Username, Password: PASSWORD, UserAttributes })).toBeUndefined();
  });
});

describe('an account that nobody confirms', () => {
  it('is deleted after seven days, with its codes; a confirmed one stays (SES-102)', async () => {
    const small = await runPool();
    const known = async () =>
      (await small.db.selectFrom('pool_users').select('email').orderBy('email').execute()).map(
        ({ email }) => email,
      );
    const Username = 'never@listener.test';
    await small.pool.ensureUser({ email: 'ada@listener.test', name: 'Ada', password: PASSWORD });
    await wire(small.endpoint, 'SignUp', {
      ClientId: CLIENT_ID,
      Username,
      Password: PASSWORD,
      UserAttributes,
    });
    small.clock.advance(7 * 86_400 - 60);
    await wire(small.endpoint, 'ResendConfirmationCode', { ClientId: CLIENT_ID, Username });
    expect(await known()).toEqual(['ada@listener.test', Username]);
    small.clock.advance(2 * 3600);
    // Any request is enough.
    await wire(small.endpoint, 'Nope', {});
    await expect.poll(known).toEqual(['ada@listener.test']);
    expect(await small.db.selectFrom('pool_codes').select('subject').execute()).toEqual([]);
    await small.close();
  });
});

describe('an unknown user', () => {
  const STATES = {
    known: {},
    unconfirmed: { state: 'unconfirmed' },
    temporary: { state: 'new-password-required' },
  } as const;

  /** The responses for accounts in every state and for unknown ones, by name. */
  async function responses(
    ask: (name: string) => Promise<{ status: number; body: unknown }>,
  ): Promise<unknown[]> {
    const reported: unknown[] = [];
    for (const [name, state] of Object.entries(STATES)) {
      const email = `a-${name}-${count}@listener.test`;
      await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD, ...state });
      reported.push(await ask(email), await ask(email.toUpperCase()));
    }
    const disabled = `a-disabled-${count}@listener.test`;
    await running.pool.ensureUser({ email: disabled, name: 'Ada', password: PASSWORD });
    await running.pool.disableUser(disabled);
    reported.push(await ask(disabled));
    for (const nobody of [`a-nobody-${count}@listener.test`, `A-NOBODY-${count}@listener.test`]) {
      reported.push(await ask(nobody));
    }
    count += 1;
    return reported.map((response) => JSON.stringify(response));
  }
  let count = 0;

  const asking =
    (action: string, more: object = {}) =>
    async (Username: string) => {
      const { status, body } = await wire(running.endpoint, action, {
        ClientId: CLIENT_ID,
        Username,
        ...more,
      });
      return { status, body };
    };

  it.each([
    ['ForgotPassword', {}],
    ['ResendConfirmationCode', {}],
    ['ConfirmSignUp', { ConfirmationCode: '000000' }],
    ['ConfirmForgotPassword', { ConfirmationCode: '000000', Password: 'a new password' }],
  ])('cannot be distinguished from a user by %s', async (action, more) => {
    if (action === 'ConfirmSignUp') {
      const resend = asking('ResendConfirmationCode');
      const reported = await responses(async (name) => {
        await resend(name);
        return asking(action, more)(name);
      });
      expect(new Set(reported).size).toBe(1);
      return;
    }
    expect(new Set(await responses(asking(action, more))).size).toBe(1);
  });

  it('has an address for codes with a generated name, too', async () => {
    const { offer } = await beginProof(running.endpoint, 'some-ghost@listener.test', 'x');
    const ask = asking('ForgotPassword');
    const reported = await ask(parameter(offer, 'USER_ID_FOR_SRP'));
    expect(reported.body).toEqual({
      CodeDeliveryDetails: {
        AttributeName: 'email',
        DeliveryMedium: 'EMAIL',
        Destination: expect.stringMatching(/^[a-z]\*{3}@[a-z]\*{3}$/) as unknown,
      },
    });
    expect(await ask(parameter(offer, 'USER_ID_FOR_SRP'))).toEqual(reported);
  });

  it('cannot be found by signing up with many addresses', async () => {
    const small = await runPool();
    small.clock.freeze();
    const email = 'taken@listener.test';
    await small.pool.ensureUser({ email, name: 'Ada', password: PASSWORD });
    const ask = async (): Promise<unknown> =>
      (
        await wire(small.endpoint, 'SignUp', {
          ClientId: CLIENT_ID,
          Username: email,
          Password: PASSWORD,
          UserAttributes,
        })
      ).body['__type'];
    for (let asked = 1; asked <= 50; asked += 1) expect(await ask()).toBe('UsernameExistsException');
    expect(await ask()).toBe('LimitExceededException');
    await small.close();
  });

  it('looks like a user: the same responses every time, in every process, for both names', async () => {
    const { offer } = await beginProof(running.endpoint, 'ghost@listener.test', 'x');
    const id = parameter(offer, 'USER_ID_FOR_SRP');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const name of ['ghost@listener.test', 'GHOST@listener.test', id]) {
      const again = (await beginProof(running.endpoint, name, 'x')).offer;
      expect(parameter(again, 'USER_ID_FOR_SRP')).toBe(id);
      expect(parameter(again, 'SALT')).toBe(parameter(offer, 'SALT'));
      expect(parameter(again, 'SRP_B')).not.toBe(parameter(offer, 'SRP_B'));
    }
  });
});
