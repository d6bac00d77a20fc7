import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { directionOf } from 'audio-streaming-translations/languages';
import { ownName } from 'audio-streaming-translations/own-name';
import { type Message, message } from 'audio-streaming-translations/message';
import { type Translation, translate } from 'audio-streaming-translations/translate';
import { readCookie as readNamed, setCookie as setNamed } from '../http/headers.ts';
import { CHOICE, offeredAt, translationAt } from '../languages/page-language.ts';
import { escaped } from '../text.ts';
import { hashOf, newOpaqueToken } from './opaque.ts';

const STYLE = `
:root { color-scheme: light dark; --paper: #faf7f2; --ink: #221d16; --soft: #5a5145; --line: #8c8173;
  --accent: #a0450e; --on-accent: #fffaf3; --danger: #a3202b; --danger-soft: #fbe6e2; }
@media (prefers-color-scheme: dark) { :root { --paper: #15130f; --ink: #f5efe4; --soft: #c6bbaa;
  --line: #7d7362; --accent: #f4b860; --on-accent: #221405; --danger: #ff9d94; --danger-soft: #3a1c1a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; }
h1 { margin: 0 0 .5rem; font: 600 1.9rem/1.15 Palatino, Georgia, serif; }
p { margin: 0 0 1.25rem; color: var(--soft); }
form { display: grid; gap: 1rem; }
.brand { margin: 0 0 1.5rem; color: var(--accent); font: 600 1.25rem/1 Palatino, Georgia, serif; }
ul { display: grid; gap: .25rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
li a { display: inline-block; min-height: 1.5rem; padding: .25rem 0; }
form + form { margin-top: .75rem; }
form[hidden] { display: none; }
form + form button, .choice { background: transparent; color: inherit; border: 1px solid var(--line); }
.choice { display: grid; place-items: center; min-height: 3rem; margin-top: .75rem; padding: .5rem 1rem; border-radius: 999px;
  font-weight: 600; text-align: center; text-decoration: none; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.25rem; margin: 0 0 1.25rem; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; text-align: end; overflow-wrap: anywhere; }
@media (width < 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; text-align: start; } }
.note { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 10px; color: inherit; }
a { color: var(--accent); }
label { display: grid; gap: .4rem; font-size: .875rem; font-weight: 600; }
input, select { min-height: 3rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 10px;
  background: transparent; color: inherit; font: inherit; }
option { background: var(--paper); color: var(--ink); }
button { min-height: 3rem; border: 0; border-radius: 999px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { padding: .75rem 1rem; border-radius: 10px; background: var(--danger-soft);
  color: var(--danger); font-weight: 600; }
footer { margin-top: 2rem; }
footer form { grid-template-columns: 1fr auto; align-items: end; gap: .5rem; }
footer label { color: var(--soft); }
footer select { width: 100%; min-height: 2.5rem; padding: 0 .5rem; }
footer button { min-height: 2.5rem; padding: 0 1rem; font-size: .875rem; background: transparent; color: inherit; border: 1px solid var(--line); }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface PageField {
  readonly name: string;
  readonly label: Message;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly value?: string;
  readonly numeric?: true;
}

export interface PageForm {
  readonly action: string;
  readonly submit: Message;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly PageField[];
  /** Another origin to which the form finally redirects. The policy of the page allows no other one. */
  readonly returnOrigin?: string;
  /** A form that only a script can send. The script finds it by its id, and shows it. */
  readonly script?: {
    readonly id: string;
    readonly data: Readonly<Record<string, string>>;
    /** What the script says. It finds the words like the data. */
    readonly words: Readonly<Record<string, Message>>;
  };
}

/** Absolute addresses of the one script of a page, and of what it calls. */
export interface PageScript {
  readonly address: string;
  readonly calls: string;
}

/** A link with its words. */
interface PageLink {
  readonly href: string;
  readonly label: Message;
}

/** What a page says, in English. It is translated when the page is sent. */
export interface Page {
  readonly title: Message;
  /** One sentence or several. */
  readonly text: Message | readonly Message[];
  readonly alert?: Message | readonly Message[] | undefined;
  /** What everybody has to know before anything else on the page. */
  readonly note?: Message | undefined;
  /** Pairs of a name and a value. */
  readonly facts?: readonly (readonly [name: Message, value: Message])[];
  readonly form?: PageForm;
  /** Another choice, below the first one. */
  readonly otherForm?: PageForm;
  readonly link?: PageLink;
  /** Other choices, below the forms. They look like buttons, and need no form whose policy would name another origin. */
  readonly choices?: readonly PageLink[];
  /** Other ways to go on. */
  readonly links?: readonly PageLink[];
  /** The name of the product, above everything. */
  readonly brand?: string;
  /** The page that is shown next, at once. Unlike a redirect, the policy of an earlier form does not apply to it. */
  readonly next?: string;
  readonly script?: PageScript;
  /** The address that shows the page again. By default that of a request with GET. Other pages have no choice of languages. */
  readonly again?: string;
}

/** Words of somebody else, such as a title or a name. They are in no catalogue. */
export const verbatim = (words: string): Message => ({ text: '{words}', values: { words } });

/** Writes a page in one language. */
class PageWriter {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';

  constructor(private readonly translation: Translation) {
    this.language = translation.language;
    this.direction = directionOf(translation.language);
  }

  words(said: Message | readonly Message[]): string {
    const sentences = typeof said === 'string' || 'text' in said ? [said] : said;
    return escaped(sentences.map((each) => translate(this.translation, each)).join(' '));
  }

  form({ action, submit, hidden, fields, script }: PageForm): string {
    const hiddenInputs = Object.entries(hidden).map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    );
    // What is filled in already needs no typing (SES-132).
    const first = fields.find(({ value = '' }) => value.trim() === '') ?? fields[0];
    const inputs = fields.map((field) => this.field(field, field === first));
    return (
      `<form method="post" action="${escaped(action)}"${this.scriptData(script)}>${hiddenInputs.join('')}${inputs.join('')}` +
      `<button>${this.words(submit)}</button></form>`
    );
  }

  private field(field: PageField, hasFocus: boolean): string {
    const value = field.value === undefined ? '' : ` value="${escaped(field.value)}"`;
    const numeric = field.numeric === true ? ' inputmode="numeric"' : '';
    const focus = hasFocus ? ' autofocus' : '';
    // Addresses, passwords and codes run from left to right in every language.
    const direction = this.direction === 'rtl' ? ' dir="ltr"' : '';
    return (
      `<label>${this.words(field.label)}<input name="${field.name}" type="${field.type}" required` +
      ` autocomplete="${field.autocomplete}"${value}${numeric}${direction}${focus}></label>`
    );
  }

  private scriptData(script: PageForm['script']): string {
    if (script === undefined) return '';
    const data = Object.entries(script.data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
    const words = Object.entries(script.words).map(([name, said]) => ` data-${name}="${this.words(said)}"`);
    return ` id="${script.id}" hidden${data.join('')}${words.join('')}`;
  }

  link({ href, label }: PageLink, attributes = ''): string {
    return `<a${attributes} href="${escaped(href)}">${this.words(label)}</a>`;
  }

  /** The choice of the language (LANG-12). It works without a script. The page comes again, so its query is repeated. */
  choice(offered: readonly string[], again: string): string {
    const [path = '', query = ''] = again.split('?', 2);
    const repeated = [...new URLSearchParams(query)]
      .filter(([name]) => name !== CHOICE)
      .map(([name, value]) => `<input name="${escaped(name)}" type="hidden" value="${escaped(value)}">`);
    const options = offered.map((each) => {
      const selected = each === this.language ? ' selected' : '';
      return `<option value="${each}" lang="${each}"${selected}>${escaped(ownName(each))}</option>`;
    });
    return (
      `<footer><form method="get" action="${escaped(path)}">${repeated.join('')}` +
      `<label>${this.words(message('Language'))}<select name="${CHOICE}">${options.join('')}</select></label>` +
      `<button>${this.words(message('Apply'))}</button></form></footer>`
    );
  }
}

/** Sends a page. Its policy allows no script but the one that it names, no frame around it, and no other target of its form. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const { title, text, alert, note, facts = [], link, links = [], choices = [], brand, next, script } = page;
  const { request } = reply;
  const offered = offeredAt(request);
  const write = new PageWriter(translationAt(request));
  const forms = [page.form, page.otherForm].filter((form) => form !== undefined);
  const origins = forms.flatMap(({ returnOrigin = [] }) => returnOrigin);
  const again = page.again ?? (request.method === 'GET' ? request.url : null);
  const hasChoice = offered.length > 1 && again !== null;
  // Browsers apply the policy also to the redirect after the form.
  const targets = forms.length === 0 && !hasChoice ? "'none'" : ["'self'", ...new Set(origins)].join(' ');
  const rows = facts.map(([name, value]) => `<dt>${write.words(name)}</dt><dd>${write.words(value)}</dd>`);
  const heading = write.words(title);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; ` +
        (script === undefined ? '' : `script-src ${script.address}; connect-src ${script.calls}; `) +
        `form-action ${targets}; frame-ancestors 'none'`,
    })
    .send(
      `<!doctype html><html lang="${write.language}" dir="${write.direction}"><head><meta charset="utf-8">` +
        `<title>${brand === undefined ? heading : `${heading} - ${escaped(brand)}`}</title>` +
        (next === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${escaped(next)}">`) +
        `<meta name="viewport" content="width=device-width"><style>${STYLE}</style>` +
        (script === undefined ? '' : `<script defer src="${escaped(script.address)}"></script>`) +
        `</head>` +
        `<body><main>${brand === undefined ? '' : `<p class="brand">${escaped(brand)}</p>`}<h1>${heading}</h1>` +
        (note === undefined ? '' : `<p class="note">${write.words(note)}</p>`) +
        `<p>${write.words(text)}</p>` +
        (alert === undefined ? '' : `<p role="alert">${write.words(alert)}</p>`) +
        (rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`) +
        forms.map((form) => write.form(form)).join('') +
        choices.map((each) => write.link(each, ' class="choice"')).join('') +
        (link === undefined ? '' : `<p>${write.link(link)}</p>`) +
        (links.length === 0
          ? ''
          : `<ul>${links.map((each) => `<li>${write.link(each)}</li>`).join('')}</ul>`) +
        (hasChoice ? write.choice(offered, again) : '') +
        `</main></body></html>`,
    );
}

const COOKIES = {
  forgery: 'hosted-form',
  session: 'hosted-session',
  notice: 'hosted-notice',
  issuer: 'hosted-issuer',
  return: 'hosted-return',
} as const;
type CookieName = keyof typeof COOKIES;

export const readCookie = (request: FastifyRequest, name: CookieName): string | null =>
  readNamed(request, COOKIES[name]);

export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: CookieName,
  cookie: { readonly value: string; readonly seconds: number },
): void {
  setNamed(request, reply, COOKIES[name], cookie);
}

const FORM_SECONDS = 60 * 60;

/**
 * The token that a form has to send, so that other sites cannot send it. The same token is in a cookie that other sites
 * can neither read nor set.
 */
export function forgeryToken(request: FastifyRequest, reply: FastifyReply): string {
  const existing = readCookie(request, 'forgery');
  const value = existing !== null && /^[\w-]{32,}$/.test(existing) ? existing : newOpaqueToken(24);
  setCookie(request, reply, 'forgery', { value, seconds: FORM_SECONDS });
  return value;
}

export function isForged(request: FastifyRequest, sent: unknown): boolean {
  const expected = readCookie(request, 'forgery');
  if (expected === null || typeof sent !== 'string') return true;
  return !timingSafeEqual(Buffer.from(hashOf(expected)), Buffer.from(hashOf(sent)));
}
