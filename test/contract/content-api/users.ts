import { expect, test } from 'vitest';

import type { Profile, ProfileChanges } from '../../../src/domain/account/user.ts';
import type { UserApi } from '../../../src/ports/content-api.ts';
import { everything, valueOf, type CallsOf, type ProviderUnderTest } from './suite.ts';
import { fieldsIn, itemPage, mapped, pageIn, arrangementIn, textIn } from './wire.ts';

/** The HTTP requests and responses of the calls of `UserApi`. */
export const USER_CALLS: CallsOf<UserApi> = {
  me: {
    route: 'GET /user',
    examples: [[async (users) => users.me(), '/user']],
    respond: async (users) => mapped(users.me(), wireUser),
  },
  update: {
    route: 'PUT /user',
    examples: [
      [async (users) => users.update({ name: 'Wren' }), '/user', { full_name: 'Wren' }],
      [async (users) => users.update({ email: 'a@b.c' }), '/user', { email: 'a@b.c' }],
      [async (users) => users.update({ language: 'de' }), '/user', { language: 'de' }],
    ],
    respond: async (users, { body }) => users.update(changesIn(body)),
  },
  passwordChanged: {
    route: 'POST /user/change_password',
    examples: [[async (users) => users.passwordChanged(), '/user/change_password', {}]],
    respond: async (users) => users.passwordChanged(),
  },
  requestPasswordReset: {
    route: 'POST /user/forgot_password',
    examples: [
      [async (users) => users.requestPasswordReset('a@b.c'), '/user/forgot_password', { email: 'a@b.c' }],
    ],
    respond: async (users, { body }) => users.requestPasswordReset(textIn(body, 'email')),
  },
  createAccount: {
    route: 'POST /user/create_account',
    examples: [
      [
        async (users) => users.createAccount({ email: 'a@b.c', name: 'Wren' }),
        '/user/create_account',
        { email: 'a@b.c', full_name: 'Wren' },
      ],
    ],
    respond: async (users, { body }) =>
      users.createAccount({ email: textIn(body, 'email'), name: textIn(body, 'full_name') }),
  },
  recordLoginAttempt: {
    route: 'POST /user/login_attempts',
    examples: [
      [
        async (users) => users.recordLoginAttempt({ email: 'a@b.c', success: false }),
        '/user/login_attempts',
        { email: 'a@b.c', success: false },
      ],
    ],
    respond: async (users, { body }) =>
      users.recordLoginAttempt({
        email: textIn(body, 'email'),
        success: fieldsIn(body)['success'] === true,
      }),
  },
  purchased: {
    route: 'GET /user/purchased-content',
    examples: [
      [async (users) => users.purchased(null), '/user/purchased-content?limit=25&next_page=1'],
      [
        async (users) => users.purchased(2, { sort: 'title', filters: {} }),
        '/user/purchased-content?limit=25&next_page=2&sort=title',
      ],
    ],
    respond: async (users, { query }) => itemPage(users.purchased(pageIn(query), arrangementIn(query))),
  },
  exportData: {
    route: 'GET /user/export',
    examples: [[async (users) => users.exportData(), '/user/export']],
    respond: async (users) => users.exportData(),
  },
  billingCode: {
    route: 'POST /user/billing_code',
    examples: [[async (users) => users.billingCode(), '/user/billing_code', {}]],
    respond: async (users) => mapped(users.billingCode(), (code) => ({ code })),
  },
};

/** What the calls have to do. */
export const testUsers = ({ make }: ProviderUnderTest): void => {
  test('returns the profile of the listener, and saves a new name', async () => {
    const { api } = await make();
    const before = await valueOf(api.users.me());
    expect(before.id).not.toBe('');
    await valueOf(api.users.update({ name: 'Wren Okafor' }));
    expect(await valueOf(api.users.me())).toEqual({ ...before, name: 'Wren Okafor' });
    await valueOf(api.users.update({ name: before.name }));
    expect(await valueOf(api.users.me())).toEqual(before);
  });

  test('accepts reports of sign-ins, password changes, password resets and accounts', async () => {
    const { api } = await make();
    const { email, name: fullName } = await valueOf(api.users.me());
    const done = { ok: true, value: undefined };
    expect(await api.users.recordLoginAttempt({ email, success: true })).toEqual(done);
    expect(await api.users.requestPasswordReset(email)).toEqual(done);
    expect(await api.users.passwordChanged()).toEqual(done);
    expect(await api.users.createAccount({ email, name: fullName })).toEqual(done);
  });

  test('gives all data to a listener who can export it', async () => {
    const { api } = await make();
    const { canExport, email } = await valueOf(api.users.me());
    const data = canExport === true ? await valueOf(api.users.exportData()) : { email };
    expect(JSON.stringify(data)).toContain(JSON.stringify(email));
  });

  test('gives another code for each billing page, if there are any', async () => {
    const { api } = await make();
    const { billingPages } = await valueOf(api.users.me());
    const codes =
      billingPages === undefined
        ? ['', 'none']
        : [await valueOf(api.users.billingCode()), await valueOf(api.users.billingCode())];
    expect(new Set(codes).size).toBe(2);
  });

  test('lists purchased titles, each marked as purchased', async () => {
    const { api } = await make();
    const purchased = await everything((page) => api.users.purchased(page));
    for (const { id, isPurchased } of purchased) {
      expect(isPurchased, `whether ${id}, which is listed, was purchased`).toBe(true);
    }
  });
};

const changesIn = (body: unknown): ProfileChanges => {
  const { full_name: name, email, language } = fieldsIn(body);
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
    ...(typeof language === 'string' && { language }),
  };
};

const wireUser = ({
  id,
  name,
  email,
  paymentDetails,
  canExport,
  billingPages,
  studio,
  language,
}: Profile): unknown => ({
  ...(language !== undefined && { language }),
  ...(studio !== undefined && { studio }),
  ...(billingPages !== undefined && { billing_pages: billingPages }),
  ...(canExport === true && { can_export: true }),
  id,
  full_name: name,
  email,
  payment_details:
    paymentDetails === null
      ? {}
      : {
          is_expired: paymentDetails.isExpired,
          is_canceled: paymentDetails.isCanceled,
          is_trialing: paymentDetails.isTrialing,
          duration: paymentDetails.duration,
        },
});
