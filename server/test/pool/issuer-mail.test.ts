// An issuer whose name is hostile, and the mail to the owner of a joined account.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { originRule } from '../../http/headers.ts';
import { namePublicOrigin } from '../../http/own-machine.ts';
import { RequestCounts } from '../../http/request-counts.ts';
import { writeMessage } from '../../mail/write-message.ts';
import type { Mail } from '../../mail/outbox.ts';
import { FormBrowser, OpenIdProvider } from '../support/openid-provider.ts';
import { PASSWORD, runPool } from './harness.ts';
import { APP, authorizeAddress, settingsOf } from './issuers-harness.ts';

const HOSTILE = '"><script>alert(1)</script>&\u202E';

test('the owner of an account that was joined is told by mail, whatever the provider is called (SES-156)', async () => {
  const mails: Mail[] = [];
  const issuer = await OpenIdProvider.reserve();
  const running = await runPool({
    mail: async (_transaction, mail) => void mails.push(mail),
    issuers: [settingsOf(issuer, { name: HOSTILE, joins: true })],
  });
  const server = Fastify();
  namePublicOrigin(server, undefined);
  const origins = { mayRead: originRule([APP]), mayReturnTo: originRule([APP]) };
  const hostedLogin = running.pool.hostedLogin(origins, new RequestCounts(running.clock));
  await server.register(hostedLogin, { prefix: '/pool/hosted' });
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  await issuer.start({ hostedLogin: `${origin}/pool/hosted`, id: 'school' });
  try {
    const email = 'joined@listener.test';
    await running.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
    issuer.claims.set('wren', { email, email_verified: true });
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(origin));
    expect(browser.html).not.toContain('<script');
    await browser.follow(`Continue with ${HOSTILE}`);
    await browser.signInAtIssuer('wren');
    expect(browser.address).toContain(`${APP}/login?code=`);
    expect(mails).toMatchObject([{ to: email, kind: 'identity-joined', fields: { name: HOSTILE } }]);
    const [mail] = mails;
    if (mail === undefined) throw new Error('There is no mail.');
    const message = writeMessage(mail, 'Hark');
    expect(message.html).not.toContain('<script');
    expect(message.text).toContain('has the same e-mail address');
    // A second sign-in joins nothing.
    await browser.open(authorizeAddress(origin, { identity_provider: HOSTILE, prompt: 'login' }));
    await browser.signInAtIssuer('wren');
    expect(mails).toHaveLength(1);
  } finally {
    await issuer.stop();
    await server.close();
    await running.close();
  }
});
