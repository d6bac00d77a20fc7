import { afterEach, expect, test, vi } from 'vitest';
import { Issuer } from '../../pool/issuers/issuer.ts';

afterEach(() => vi.unstubAllGlobals());

const COMMON = 'https://login.microsoftonline.com/common/v2.0';

test('an address that is shared by many customers is no issuer, because each of them could sign in (SES-154)', async () => {
  vi.stubGlobal('fetch', async () =>
    Promise.resolve(
      Response.json({
        issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
        authorization_endpoint: `${COMMON}/authorize`,
        token_endpoint: `${COMMON}/token`,
        jwks_uri: `${COMMON}/keys`,
      }),
    ),
  );
  const issuer = new Issuer(
    {
      id: 'work',
      name: 'Work',
      issuer: COMMON,
      clientId: 'app',
      clientSecret: null,
      scopes: 'openid',
      groupsClaim: 'roles',
      gifts: new Map([['owner', ['owner']]]),
      joins: false,
    },
    { now: () => Date.now() },
  );
  const asked = { state: 's', nonce: 'n', verifier: 'v'.repeat(64), max_age: null, loginHint: null };
  await expect(issuer.signInAddress('https://app.example/return', asked)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('names itself') as unknown,
  });
});
