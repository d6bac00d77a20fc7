import type { FastifyInstance } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameLanguages, type NamedLanguages } from '../../languages/page-language.ts';
import { CLIENT_ID, hostedPages, PASSWORD, type RunningPool, runPool } from './harness.ts';

const RETURN = 'http://127.0.0.1:5173/login';
const EMAIL = 'lena@listener.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let running: RunningPool;
let server: FastifyInstance;
let languages: NamedLanguages;

beforeAll(async () => {
  running = await runPool();
  await running.pool.ensureUser({ email: EMAIL, name: 'Lena', password: PASSWORD });
  server = await hostedPages(running, RETURN, (own) => {
    languages = nameLanguages(own, undefined);
  });
}, 60_000);

afterAll(async () => {
  await server.close();
  await running.close();
});

const asked = {
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: RETURN,
  state: 'a-state-of-32-signs-or-thereabout',
  code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
  code_challenge_method: 'S256',
};

const open = (
  more: Readonly<Record<string, string | string[]>> = {},
  headers: Readonly<Record<string, string>> = {},
) => server.inject({ url: '/pool/hosted/oauth2/authorize', query: { ...asked, ...more }, headers });

type Response = Awaited<ReturnType<typeof open>>;

const cookiesOf = ({ cookies }: Response): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
const titleOf = ({ body }: Response): string => /<h1>([^<]*)</u.exec(body)?.[1] ?? '';
const marksOf = ({ body }: Response): string => /<html ([^>]*)>/u.exec(body)?.[1] ?? '';
const languageCookie = ({ cookies }: Response) => cookies.find(({ name }) => name === 'language');

describe('the language of the hosted login (LANG-12)', () => {
  test.each([
    ['de-CH, fr;q=0.5', 'Anmelden', 'lang="de" dir="ltr"'],
    ['fi;q=0.9, fr;q=0.5, de;q=0.7', 'Anmelden', 'lang="de" dir="ltr"'],
    ['ar-EG', 'تسجيل الدخول', 'lang="ar" dir="rtl"'],
    ['es', 'Iniciar sesión', 'lang="es" dir="ltr"'],
    ['fr-CA', 'Connexion', 'lang="fr" dir="ltr"'],
    ['de;q=0, fi', 'Sign in', 'lang="en" dir="ltr"'],
    ['en-GB, de', 'Sign in', 'lang="en" dir="ltr"'],
    ['', 'Sign in', 'lang="en" dir="ltr"'],
    [';;q=x,*', 'Sign in', 'lang="en" dir="ltr"'],
  ])('is that of the browser that says “%s”', async (accepted, title, marks) => {
    const page = await open({}, { 'accept-language': accepted });
    expect(titleOf(page)).toBe(title);
    expect(marksOf(page)).toBe(marks);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['vary']).toBe('Accept-Language, Cookie');
  });

  test('is in English word for word as before, where no language is named', async () => {
    const { body } = await open();
    for (const words of [
      '<p>With the account that you listen with.</p>',
      '<label>Email<input name="email" type="email" required autocomplete="username webauthn" value="" autofocus></label>',
      '<button>Sign In</button>',
      '>Forgot your password?</a>',
      '>Create an account</a>',
    ])
      expect(body).toContain(words);
  });

  test('is the one that the app passes on, also for the pages that follow', async () => {
    const page = await open({ lang: 'de' }, { 'accept-language': 'fr' });
    expect(titleOf(page)).toBe('Anmelden');
    expect(languageCookie(page)).toMatchObject({ value: 'de', path: '/', httpOnly: true, sameSite: 'Lax' });
    const next = await open({}, { 'accept-language': 'fr', cookie: cookiesOf(page) });
    expect(titleOf(next)).toBe('Anmelden');
  });

  test('is chosen on the page, without a script, and is kept', async () => {
    const page = await open({ lang: 'ar' });
    expect(page.body).toMatch(
      /<label>اللغة<select name="language">.*<option value="de" lang="de">Deutsch</su,
    );
    expect(page.body).toContain('<option value="ar" lang="ar" selected>العربية</option>');
    expect(page.body).toContain('<form method="get" action="/pool/hosted/oauth2/authorize">');
    expect(page.headers['content-security-policy']).toMatch(/form-action 'self'/u);
    const repeated = [...page.body.matchAll(/<input name="([^"]*)" type="hidden" value="([^"]*)">/gu)];
    const fields = Object.fromEntries(repeated.map(([, name = '', value = '']) => [name, value]));
    expect(fields).toMatchObject({ ...asked, lang: 'ar' });

    const chosen = await open({ ...fields, language: 'fr' }, { cookie: cookiesOf(page) });
    expect(titleOf(chosen)).toBe('Connexion');
    const next = await open({}, { cookie: cookiesOf(chosen), 'accept-language': 'de' });
    expect(titleOf(next)).toBe('Connexion');
  });

  test('is also that of a refusal, which a new choice shows again', async () => {
    const cookie = cookiesOf(await open({ lang: 'de' }));
    const page = await open({}, { cookie });
    const form = /name="form" value="([^"]*)"/u.exec(page.body)?.[1] ?? '';
    const sent = await server.inject({
      method: 'POST',
      url: '/pool/hosted/login',
      headers: { ...FORM, cookie: `${cookie}; ${cookiesOf(page)}` },
      payload: new URLSearchParams({ ...asked, form, email: EMAIL, password: 'wrong ' }).toString(),
    });
    const jar = `${cookie}; ${cookiesOf(sent)}`;
    const shown = await server.inject({ url: sent.headers.location ?? '', headers: { cookie: jar } });
    expect(shown.body).toContain(
      '<p role="alert">E-Mail-Adresse oder Passwort ist falsch. Das eingegebene Passwort beginnt oder endet mit einem Leerzeichen.</p>',
    );
    const said = `${cookie}; ${cookiesOf(shown)}`;
    const reloaded = await server.inject({ url: sent.headers.location ?? '', headers: { cookie: said } });
    expect(reloaded.body, 'a reload').not.toContain('role="alert"');
    const chosen = await server.inject({
      url: `${sent.headers.location}&language=es`,
      headers: { cookie: said },
    });
    expect(chosen.body).toContain('<p role="alert">El correo electrónico o la contraseña no son correctos. ');
  });

  test.each([
    ['one that is not offered', 'fi'],
    ['no tag', '<script>'],
    ['a very long one', 'de'.repeat(900)],
    ['many parts', 'de-'.repeat(600)],
    ['a line of a header', 'de\r\nset-cookie: evil=1'],
    ['another attribute of the cookie', 'de; domain=e.test'],
    ['a prototype', '__proto__'],
    ['several', ['de', 'fr']],
  ])('is not %s', async (_, value) => {
    for (const name of ['lang', 'language']) {
      const page = await open({ [name]: value });
      expect(page.statusCode).toBe(200);
      expect(titleOf(page)).toBe('Sign in');
      expect(page.cookies.map((cookie) => cookie.name)).toEqual(['hosted-form']);
    }
    const kept = await open({}, { cookie: `language=${encodeURIComponent(String(value))}` });
    expect(titleOf(kept)).toBe('Sign in');
  });

  test('is one of those that the configuration names, also the pseudo-language (LANG-5)', async () => {
    languages.named = 'en,fr';
    expect(titleOf(await open({ lang: 'de' }, { 'accept-language': 'fr' }))).toBe('Connexion');
    languages.named = 'en-XA';
    const marked = await open();
    expect(titleOf(marked)).toMatch(/^\[Šíğñ íñ/u);
    expect(marked.body, 'one language is no choice').not.toContain('<select');
    languages.named = undefined;
  });

  test('directs codes and addresses from left to right in every language', async () => {
    const page = await open({ lang: 'ar' });
    expect(page.body).toContain(
      '<input name="email" type="email" required autocomplete="username webauthn" value="" dir="ltr"',
    );
    expect(page.body).not.toMatch(/text-align: (?:left|right)|(?:margin|padding)-(?:left|right)/u);
  });
});
