import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { message } from 'audio-streaming-translations/message';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { askForPasskey } from '../challenges/passkey.ts';
import type { PoolContext } from '../context.ts';
import type { PageForm, PageScript } from '../page.ts';

const SCRIPT = '/passkeys.js';
const OPTIONS = '/passkeys/options';

/** The package offers a file for pages, but does not export its path. */
const LIBRARY = join(
  dirname(createRequire(import.meta.url).resolve('@simplewebauthn/browser')),
  '../dist/bundle/index.umd.min.js',
);

/** Runs in the page of the sign-in, and tells the browser of unknown passkeys (SES-141). It shows the form of passkeys, which is of no use without a script. */
const OWN_SCRIPT = `
(() => {
  const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, sendSignal, startAuthentication } =
    SimpleWebAuthnBrowser;
  const form = document.getElementById('passkey');
  if (form === null || !browserSupportsWebAuthn()) return;
  form.hidden = false;
  const { options, rp, unknown, starts, failed } = form.dataset;
  // A new challenge comes before the old one ends.
  const RENEWAL_MS = 8 * 60 * 1000;
  let renewal;

  const say = (words) => {
    const known = document.querySelector('[role=alert]');
    const alert = known ?? document.createElement('p');
    alert.setAttribute('role', 'alert');
    if (known === null) document.querySelector('form').before(alert);
    alert.textContent = words;
  };
  const ask = async (useBrowserAutofill) => {
    const response = await fetch(options, { method: 'POST' });
    if (!response.ok) throw new Error('There is no challenge.');
    const optionsJSON = await response.json();
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill });
    clearTimeout(renewal);
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  };
  const offerAutofill = async () => {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    clearTimeout(renewal);
    renewal = setTimeout(offerAutofill, RENEWAL_MS);
    // A press of the button ends it, and so does the next challenge.
    await ask(true).catch(() => undefined);
  };
  const press = async () => {
    clearTimeout(renewal);
    try {
      await ask(false);
    } catch {
      say(failed);
      void offerAutofill();
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void press();
  });
  if (unknown !== undefined) {
    sendSignal({ signalName: 'unknownCredential', rpID: rp, credentialID: unknown }).catch(() => undefined);
  }
  if (starts === undefined) void offerAutofill();
  else void press();
})();
`;

/** The file with the script of the page, and the challenges that it asks for. */
export const passkeyRoutes =
  (context: PoolContext): FastifyPluginAsync =>
  async (server) => {
    const script = `${readFileSync(LIBRARY, 'utf8')}\n${OWN_SCRIPT}`;

    server.get(SCRIPT, (request, reply) =>
      context.relyingPartyAt(request.publicOrigin) === null
        ? reply.callNotFound()
        : reply
            .type('text/javascript; charset=utf-8')
            .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
            .send(script),
    );

    server.post(OPTIONS, async (request, reply) => {
      const party = context.relyingPartyAt(request.publicOrigin);
      if (party === null) {
        reply.callNotFound();
        return reply;
      }
      const { options } = await askForPasskey(context, party, '');
      return reply.header('cache-control', 'no-store').send(options);
    });
  };

/** What the page of the sign-in has for passkeys (SES-140): a form and its script. Null where there are none. */
export function passkeyForm(
  context: PoolContext,
  request: FastifyRequest,
  form: Pick<PageForm, 'action' | 'hidden' | 'returnOrigin'>,
  { unknown, starts }: { readonly unknown?: string | undefined; readonly starts: boolean },
): { readonly otherForm: PageForm; readonly script: PageScript } | null {
  const { publicOrigin, server } = request;
  const party = context.relyingPartyAt(publicOrigin);
  if (party === null) return null;
  const prefix = publicOrigin + server.prefix;
  return {
    otherForm: {
      ...form,
      hidden: { ...form.hidden, credential: '' },
      submit: message('Sign in with a passkey'),
      fields: [],
      script: {
        id: 'passkey',
        data: {
          options: prefix + OPTIONS,
          rp: party.id,
          ...(unknown !== undefined && { unknown }),
          ...(starts && { starts: '' }),
        },
        words: { failed: message('No passkey was used. Try again, or sign in with your password.') },
      },
    },
    script: { address: prefix + SCRIPT, calls: prefix + OPTIONS },
  };
}
