import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { wire } from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, codeFor, runPool } from './harness.ts';
import { beginProof, parameter, prove } from './srp-client.ts';

// Lockouts need many sign-ins.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;

beforeAll(async () => {
  running = await runPool();
});

afterAll(async () => {
  await running.close();
});

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
  ])('lock %s for a time that doubles', async (who, exists) => {
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

  it('lock for at most a quarter of an hour', async () => {
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
    await running.pool.sendForgotPasswordCode(email);
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
    await expect(running.pool.sendForgotPasswordCode(email)).resolves.toBeUndefined();
    running.clock.advance(3601);
    expect(await forgot()).toBeUndefined();
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
      (await wire(small.endpoint, 'SignUp', { ClientId: CLIENT_ID, Username: email, Password: PASSWORD }))
        .body['__type'];
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
