import { type Check, differs, notTried, passed } from '../check.ts';
import { described } from '../target.ts';

const SCOPE = 'openid email profile aws.cognito.signin.user.admin';

/** The hosted login of the pool. The app sends listeners there, and they come back to `/login`. */
export const hostedChecks: readonly Check[] = [
  {
    id: 'hosted-callback',
    title: 'The hosted login accepts the address to come back to',
    notices: 'The button of the hosted login leads to an error.',
    needs: ['hosted', 'origin', 'pool'],
    run: async (target) => {
      const { hostedLogin, origin, pool } = target.settings;
      if (hostedLogin === null || origin === null || pool === null)
        return notTried('No hosted login was named.');
      const url = new URL(`${hostedLogin.replace(/\/+$/, '')}/oauth2/authorize`);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: pool.clientId,
        redirect_uri: `${origin}/login`,
        scope: SCOPE,
        state: 'conformance',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      }).toString();
      const found = await target.sendTo(url, { redirect: 'manual' });
      const { status, headers, sent } = found;
      const location = headers.get('location') ?? '';
      const isRefused = status >= 400 || /[?&/]error\b/.test(location);
      return isRefused ? differs(`${sent} with redirect_uri=${origin}/login`, described(found)) : passed;
    },
  },
  {
    id: 'hosted-token',
    title: 'The hosted login answers errors of its tokens in JSON, for pages of the app',
    notices: 'After the hosted login the listener waits, and sees no reason.',
    needs: ['hosted', 'origin', 'pool'],
    run: async (target) => {
      const { hostedLogin, origin, pool } = target.settings;
      if (hostedLogin === null || origin === null || pool === null)
        return notTried('No hosted login was named.');
      const found = await target.sendTo(new URL(`${hostedLogin.replace(/\/+$/, '')}/oauth2/token`), {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: pool.clientId,
          code: 'conformance',
          redirect_uri: `${origin}/login`,
          code_verifier: 'conformance'.repeat(5),
        }).toString(),
        redirect: 'manual',
      });
      const { headers, sent, status, text } = found;
      if (status < 400 || !/"error"\s*:\s*"invalid_grant"/.test(text)) {
        return differs(`${sent} with a wrong code`, `${described(found)}. Expected: invalid_grant.`);
      }
      return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
        ? passed
        : differs(sent, 'Access-Control-Allow-Origin does not name the origin.');
    },
  },
];
