import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie as readNamed, setCookie as setNamed } from '../http/headers.ts';
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
dd { margin: 0; font-weight: 600; text-align: right; overflow-wrap: anywhere; }
@media (width < 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; text-align: left; } }
.note { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 10px; color: inherit; }
a { color: var(--accent); }
label { display: grid; gap: .4rem; font-size: .875rem; font-weight: 600; }
input { min-height: 3rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 10px;
  background: transparent; color: inherit; font: inherit; }
button { min-height: 3rem; border: 0; border-radius: 999px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=alert] { padding: .75rem 1rem; border-radius: 10px; background: var(--danger-soft);
  color: var(--danger); font-weight: 600; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface PageField {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly value?: string;
  readonly numeric?: true;
}

export interface PageForm {
  readonly action: string;
  readonly submit: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields: readonly PageField[];
  /** Another origin to which the form finally redirects. The policy of the page allows no other one. */
  readonly returnOrigin?: string;
  /** A form that only a script can send. The script finds it by its id, and shows it. */
  readonly script?: { readonly id: string; readonly data: Readonly<Record<string, string>> };
}

/** Absolute addresses of the one script of a page, and of what it calls. */
export interface PageScript {
  readonly address: string;
  readonly calls: string;
}

export interface Page {
  readonly title: string;
  readonly text: string;
  readonly alert?: string | undefined;
  /** What everybody has to know before anything else on the page. */
  readonly note?: string | undefined;
  /** Pairs of a name and a value. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly form?: PageForm;
  /** Another choice, below the first one. */
  readonly otherForm?: PageForm;
  readonly link?: { readonly href: string; readonly label: string };
  /** Other choices, below the forms. They look like buttons, and need no form whose policy would name another origin. */
  readonly choices?: readonly { readonly href: string; readonly label: string }[];
  /** Other ways to go on. */
  readonly links?: readonly { readonly href: string; readonly label: string }[];
  /** The name of the product, above everything. */
  readonly brand?: string;
  /** The page that is shown next, at once. Unlike a redirect, the policy of an earlier form does not apply to it. */
  readonly next?: string;
  readonly script?: PageScript;
}

function fieldOf(field: PageField, hasFocus: boolean): string {
  const value = field.value === undefined ? '' : ` value="${escaped(field.value)}"`;
  const numeric = field.numeric === true ? ' inputmode="numeric"' : '';
  const focus = hasFocus ? ' autofocus' : '';
  return (
    `<label>${escaped(field.label)}<input name="${field.name}" type="${field.type}" required` +
    ` autocomplete="${field.autocomplete}"${value}${numeric}${focus}></label>`
  );
}

const choiceOf = ({ href, label }: { readonly href: string; readonly label: string }): string =>
  `<a class="choice" href="${escaped(href)}">${escaped(label)}</a>`;

const linkOf = ({ href, label }: { readonly href: string; readonly label: string }): string =>
  `<li><a href="${escaped(href)}">${escaped(label)}</a></li>`;

function scriptedForm(script: PageForm['script']): string {
  if (script === undefined) return '';
  const data = Object.entries(script.data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return ` id="${script.id}" hidden${data.join('')}`;
}

function formOf({ action, submit, hidden, fields, script }: PageForm): string {
  const hiddenInputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  // What is filled in already needs no typing (SES-132).
  const first = fields.find(({ value = '' }) => value.trim() === '') ?? fields[0];
  const inputs = fields.map((field) => fieldOf(field, field === first));
  return (
    `<form method="post" action="${escaped(action)}"${scriptedForm(script)}>${hiddenInputs.join('')}${inputs.join('')}` +
    `<button>${escaped(submit)}</button></form>`
  );
}

/** Sends a page. Its policy allows no script but the one that it names, no frame around it, and no other target of its form. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const { title, text, alert, note, facts = [], link, links = [], choices = [], brand, next, script } = page;
  const forms = [page.form, page.otherForm].filter((form) => form !== undefined);
  const origins = forms.flatMap(({ returnOrigin = [] }) => returnOrigin);
  // Browsers apply the policy also to the redirect after the form.
  const targets = forms.length === 0 ? "'none'" : ["'self'", ...new Set(origins)].join(' ');
  const rows = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; ` +
        (script === undefined ? '' : `script-src ${script.address}; connect-src ${script.calls}; `) +
        `form-action ${targets}; frame-ancestors 'none'`,
    })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
        `<title>${escaped(brand === undefined ? title : `${title} - ${brand}`)}</title>` +
        (next === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${escaped(next)}">`) +
        `<meta name="viewport" content="width=device-width"><style>${STYLE}</style>` +
        (script === undefined ? '' : `<script defer src="${escaped(script.address)}"></script>`) +
        `</head>` +
        `<body><main>${brand === undefined ? '' : `<p class="brand">${escaped(brand)}</p>`}<h1>${escaped(title)}</h1>` +
        (note === undefined ? '' : `<p class="note">${escaped(note)}</p>`) +
        `<p>${escaped(text)}</p>` +
        (alert === undefined ? '' : `<p role="alert">${escaped(alert)}</p>`) +
        (rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`) +
        forms.map(formOf).join('') +
        choices.map(choiceOf).join('') +
        (link === undefined ? '' : `<p><a href="${escaped(link.href)}">${escaped(link.label)}</a></p>`) +
        (links.length === 0 ? '' : `<ul>${links.map(linkOf).join('')}</ul>`) +
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
