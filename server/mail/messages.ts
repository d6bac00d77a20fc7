import * as v from 'valibot';
import { escaped } from '../text.ts';

/** What each kind of mail says. Instants are epoch milliseconds. */

const codeFields = v.object({ code: v.string() });

const contents = v.variant('kind', [
  /** A code and a link, either of which confirms a sign-up. */
  v.object({ kind: v.literal('sign-up'), fields: v.object({ code: v.string(), link: v.string() }) }),
  v.object({ kind: v.literal('forgot-password'), fields: codeFields }),
  /** A code for a new e-mail address. */
  v.object({ kind: v.literal('new-address'), fields: codeFields }),
  /** A code that is the step of a sign-in after the password. */
  v.object({ kind: v.literal('sign-in'), fields: codeFields }),
  /** A code instead of a password. */
  v.object({ kind: v.literal('passwordless-sign-in'), fields: codeFields }),
  v.object({
    kind: v.literal('invitation'),
    fields: v.object({ name: v.string(), password: v.string(), link: v.string(), until: v.number() }),
  }),
  v.object({
    kind: v.literal('receipt'),
    /** `amount` is in the smallest unit of the currency. */
    fields: v.object({ label: v.string(), amount: v.number(), currency: v.string(), paid_at: v.number() }),
  }),
  v.object({
    kind: v.literal('plan-ends'),
    fields: v.object({ plan: v.picklist(['monthly', 'yearly']), ends_at: v.number(), link: v.string() }),
  }),
  /** A passkey signs in without the password, so its owner has to know of each. */
  v.object({ kind: v.literal('passkey-added'), fields: v.object({ name: v.string(), at: v.number() }) }),
  /** An account of another provider was joined, so its owner signs in to this one from now on. */
  v.object({ kind: v.literal('identity-joined'), fields: v.object({ name: v.string(), at: v.number() }) }),
  /** To the former address. Whoever reads the mails of the new one can set a new password. */
  v.object({ kind: v.literal('address-changed'), fields: v.object({ at: v.number() }) }),
  /** Somebody signed in with a device that the account does not know. */
  v.object({ kind: v.literal('new-device'), fields: v.object({ browser: v.string(), at: v.number() }) }),
  /** The address of a feed was used in more networks than one person has. */
  v.object({ kind: v.literal('feed-paused'), fields: v.object({ name: v.string(), link: v.string() }) }),
]);

/** A mail without its recipient: its kind, and what this kind needs. */
export type MailContent = v.InferOutput<typeof contents>;

/** Reads a stored mail. Null if another release has written it, and this one does not know its kind. */
export function readContent(kind: string, fields: unknown): MailContent | null {
  const read = v.safeParse(contents, { kind, fields });
  return read.success ? read.output : null;
}

/** A mail as it is sent: plain text, and the same in HTML. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A paragraph, a code to type, or a link. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

interface Draft {
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly Part[];
}

const text = (words: string): Part => ({ kind: 'text', text: words });
const codePart = (digits: string): Part => ({ kind: 'code', code: digits });
const link = (label: string, url: string): Part => ({ kind: 'link', label, url });

const IGNORE = text('If this was not you, ignore this mail. Nothing happens without the code.');

/** Writes a mail (SES-84). A subject never contains a code, because it shows on locked screens. */
export function writeMessage(content: MailContent, brand: string): Message {
  const draft = draftOf(content, brand);
  return { subject: oneLine(draft.subject), text: plainText(draft, brand), html: html(draft, brand) };
}

/** What tells an owner that somebody got, or could get, into the account. */
type AccessContent = Extract<
  MailContent,
  { kind: 'passkey-added' | 'identity-joined' | 'address-changed' | 'new-device' }
>;

function draftOf(content: MailContent, brand: string): Draft {
  switch (content.kind) {
    case 'passkey-added':
    case 'identity-joined':
    case 'address-changed':
    case 'new-device':
      return draftOfAccess(content, brand);
    default:
      return draftOfOthers(content, brand);
  }
}

function draftOfAccess({ kind, fields }: AccessContent, brand: string): Draft {
  switch (kind) {
    case 'passkey-added':
      return {
        subject: `A passkey was added to your account at ${brand}`,
        heading: 'A passkey was added to your account',
        parts: [
          text(
            `"${fields.name}" was added on ${day(fields.at)}. Whoever has it can sign in without your password.`,
          ),
          text('If this was not you: remove it on your account page, and choose a new password.'),
        ],
      };
    case 'identity-joined':
      return {
        subject: `${fields.name} now signs in to your account at ${brand}`,
        heading: 'There is a new way to sign in to your account',
        parts: [
          text(
            `On ${day(fields.at)}, your account was connected with an account at ${fields.name} that has the same e-mail address. ` +
              'Whoever signs in there gets into your account.',
          ),
          text('If this was not you: choose a new password, and write to those who run this service.'),
        ],
      };
    case 'address-changed':
      return {
        subject: `The e-mail address of your account at ${brand} was changed`,
        heading: 'Your e-mail address was changed',
        parts: [
          text(`Your account has another address since ${moment(fields.at)}. This one signs in no more.`),
          text('If this was not you: write to those who run this service at once.'),
        ],
      };
    case 'new-device':
      return {
        subject: `A new sign-in to your account at ${brand}`,
        heading: 'A new sign-in to your account',
        parts: [
          text(`Somebody signed in to your account with ${fields.browser}, on ${moment(fields.at)}.`),
          text('If this was you, there is nothing to do.'),
          text(
            'If this was not you: choose a new password on your account page, and sign out the devices there that you do not know.',
          ),
        ],
      };
  }
}

function draftOfOthers({ kind, fields }: Exclude<MailContent, AccessContent>, brand: string): Draft {
  switch (kind) {
    case 'sign-up':
      return {
        subject: `Confirm your e-mail address for ${brand}`,
        heading: 'Confirm your e-mail address',
        parts: [
          text(`Welcome to ${brand}. Type this code on the page where you created your account:`),
          codePart(fields.code),
          text('Or confirm on the page behind this link. The code and the link are valid for a day.'),
          link('Confirm my address', fields.link),
          IGNORE,
        ],
      };
    case 'forgot-password':
      return {
        subject: `Choose a new password for ${brand}`,
        heading: 'Choose a new password',
        parts: [
          text('Type this code on the page where you asked for it. It is valid for an hour:'),
          codePart(fields.code),
          IGNORE,
        ],
      };
    case 'new-address':
      return {
        subject: `Confirm your new e-mail address for ${brand}`,
        heading: 'Confirm your new e-mail address',
        parts: [
          text('Type this code on your account page. It is valid for a day:'),
          codePart(fields.code),
          IGNORE,
        ],
      };
    case 'sign-in':
      return {
        subject: `Your sign-in to ${brand}`,
        heading: 'Complete your sign-in',
        parts: [
          text('Type this code on the sign-in page. It is valid for three minutes:'),
          codePart(fields.code),
          text('If this was not you, somebody knows your password. Choose a new one.'),
        ],
      };
    case 'passwordless-sign-in':
      return {
        subject: `Your sign-in to ${brand}`,
        heading: 'Sign in',
        parts: [
          text('Type this code on the sign-in page. It is valid for three minutes:'),
          codePart(fields.code),
          IGNORE,
        ],
      };
    case 'invitation':
      return {
        subject: `You are invited to ${brand}`,
        heading: `You are invited to ${brand}`,
        parts: [
          text(
            `Hello ${fields.name}, an account is ready for you. Sign in with this address and this password:`,
          ),
          codePart(fields.password),
          text(`You then choose a password of your own. The invitation is valid until ${day(fields.until)}.`),
          link('Sign in', fields.link),
        ],
      };
    case 'receipt':
      return {
        subject: `Your receipt from ${brand}`,
        heading: 'Thank you for your payment',
        parts: [
          text(`${fields.label}: ${money(fields.amount, fields.currency)}, paid on ${day(fields.paid_at)}.`),
          text('Keep this mail as your receipt.'),
        ],
      };
    case 'plan-ends':
      return {
        subject: `Your plan at ${brand} ends soon`,
        heading: 'Your plan ends soon',
        parts: [
          text(
            `Your ${fields.plan === 'yearly' ? 'annual' : 'monthly'} plan ends on ${day(fields.ends_at)}. ` +
              'Until then you can play everything. After that you keep what you bought, and what is free.',
          ),
          link('Open my account', fields.link),
        ],
      };
    case 'feed-paused':
      return {
        subject: `An address for other apps is paused at ${brand}`,
        heading: 'An address for other apps is paused',
        parts: [
          text(
            `The address "${fields.name}" was used in more networks or apps in a day than one person has. ` +
              'So it is paused, and nobody hears anything by it.',
          ),
          text('If somebody else has the address, or if you have many devices: give it a new address.'),
          link('Open my account', fields.link),
        ],
      };
  }
}

const day = (instant: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(instant);

const moment = (instant: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(instant);

/** An amount in the smallest unit, in the words of its currency. A currency that is not known is shown as it is. */
function money(amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return `${amount} ${currency}`;
  }
}

const oneLine = (words: string): string => words.replace(/\p{C}+/gu, ' ').trim();

function plainText({ heading, parts }: Draft, brand: string): string {
  const lines = parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return oneLine(part.text);
      case 'code':
        return `    ${part.code}`;
      case 'link':
        return `${part.label}: ${part.url}`;
    }
  });
  return [heading, ...lines, `-- \n${oneLine(brand)}`].join('\n\n') + '\n';
}

/** The colours of the app's light theme. Most mail programs ignore style sheets, so each element has its own style. */
const PAPER = '#faf7f2';
const SURFACE = '#fffdfa';
const SUNKEN = '#f2ece2';
const INK = '#221d16';
const SOFT = '#5a5145';
const LINE = '#e4dccf';
const ACCENT = '#a0450e';
const ON_ACCENT = '#fffaf3';
const TEXT_FONT = "Seravek, 'Segoe UI', Ubuntu, 'Noto Sans', system-ui, sans-serif";
const DISPLAY_FONT = "'Iowan Old Style', Palatino, 'Book Antiqua', Georgia, serif";

function html({ subject, heading, parts }: Draft, brand: string): string {
  const blocks = parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return `<p style="margin:0 0 16px">${escaped(oneLine(part.text))}</p>`;
      case 'code':
        return (
          `<p style="margin:0 0 16px;padding:12px 16px;background:${SUNKEN};border-radius:10px;` +
          `font:700 24px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px">${escaped(part.code)}</p>`
        );
      case 'link':
        return (
          `<p style="margin:0 0 16px"><a href="${escaped(part.url)}" style="display:inline-block;padding:12px 20px;` +
          `background:${ACCENT};color:${ON_ACCENT};border-radius:999px;font-weight:600;text-decoration:none">` +
          `${escaped(part.label)}</a></p>`
        );
    }
  });
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">` +
    `<title>${escaped(oneLine(subject))}</title></head>` +
    `<body style="margin:0;padding:24px;background:${PAPER};color:${INK};font:16px/1.5 ${TEXT_FONT}">` +
    `<div style="max-width:520px;margin:0 auto;padding:28px;background:${SURFACE};` +
    `border:1px solid ${LINE};border-radius:18px">` +
    `<p style="margin:0 0 20px;color:${ACCENT};font:700 20px/1.3 ${DISPLAY_FONT}">${escaped(oneLine(brand))}</p>` +
    `<h1 style="margin:0 0 16px;font:600 26px/1.25 ${DISPLAY_FONT}">${escaped(oneLine(heading))}</h1>` +
    `${blocks.join('')}</div>` +
    `<p style="max-width:520px;margin:16px auto 0;color:${SOFT};font-size:13px">` +
    `You get this mail because of your account at ${escaped(oneLine(brand))}.</p></body></html>`
  );
}
