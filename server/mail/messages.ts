import { type Message, message } from 'audio-streaming-translations/message';
import * as v from 'valibot';
import { type MailFormats, oneLine } from './mail-formats.ts';

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

/** A paragraph, a code to type, or a link. */
export type Part =
  | { readonly kind: 'text'; readonly text: Message }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: Message; readonly url: string };

/** What a mail says, in English. */
export interface Draft {
  readonly subject: Message;
  readonly heading: Message;
  readonly parts: readonly Part[];
}

const text = (said: Message): Part => ({ kind: 'text', text: said });
const codePart = (digits: string): Part => ({ kind: 'code', code: digits });
const link = (label: Message, url: string): Part => ({ kind: 'link', label, url });

const IGNORE = text(message('If this was not you, ignore this mail. Nothing happens without the code.'));

/** The names of plans in receipts. Other names are those of titles. */
const PLAN_NAMES: ReadonlySet<string> = new Set([
  message('Annual membership'),
  message('Monthly membership'),
]);

/** What tells an owner that somebody got, or could get, into the account. */
type AccessContent = Extract<
  MailContent,
  { kind: 'passkey-added' | 'identity-joined' | 'address-changed' | 'new-device' }
>;

/** @param brand in one line */
export function draftOf(content: MailContent, brand: string, formats: MailFormats): Draft {
  switch (content.kind) {
    case 'passkey-added':
    case 'identity-joined':
    case 'address-changed':
    case 'new-device':
      return draftOfAccess(content, brand, formats);
    default:
      return draftOfOthers(content, brand, formats);
  }
}

function draftOfAccess({ kind, fields }: AccessContent, brand: string, formats: MailFormats): Draft {
  switch (kind) {
    case 'passkey-added':
      return {
        subject: message('A passkey was added to your account at {brand}', { brand }),
        heading: message('A passkey was added to your account'),
        parts: [
          text(
            message('"{name}" was added on {date}. Whoever has it can sign in without your password.', {
              name: oneLine(fields.name),
              date: formats.day(fields.at),
            }),
          ),
          text(message('If this was not you: remove it on your account page, and choose a new password.')),
        ],
      };
    case 'identity-joined':
      return {
        subject: message('{name} now signs in to your account at {brand}', {
          name: oneLine(fields.name),
          brand,
        }),
        heading: message('There is a new way to sign in to your account'),
        parts: [
          text(
            message(
              'On {date}, your account was connected with an account at {name} that has the same e-mail address. Whoever signs in there gets into your account.',
              { name: oneLine(fields.name), date: formats.day(fields.at) },
            ),
          ),
          text(
            message('If this was not you: choose a new password, and write to those who run this service.'),
          ),
        ],
      };
    case 'address-changed':
      return {
        subject: message('The e-mail address of your account at {brand} was changed', { brand }),
        heading: message('Your e-mail address was changed'),
        parts: [
          text(
            message('Your account has another address since {moment}. This one signs in no more.', {
              moment: formats.moment(fields.at),
            }),
          ),
          text(message('If this was not you: write to those who run this service at once.')),
        ],
      };
    case 'new-device':
      return {
        subject: message('A new sign-in to your account at {brand}', { brand }),
        heading: message('A new sign-in to your account'),
        parts: [
          text(newDevice(oneLine(fields.browser), formats.moment(fields.at))),
          text(message('If this was you, there is nothing to do.')),
          text(
            message(
              'If this was not you: choose a new password on your account page, and sign out the devices there that you do not know.',
            ),
          ),
        ],
      };
  }
}

function draftOfOthers(
  { kind, fields }: Exclude<MailContent, AccessContent>,
  brand: string,
  formats: MailFormats,
): Draft {
  switch (kind) {
    case 'sign-up':
      return {
        subject: message('Confirm your e-mail address for {brand}', { brand }),
        heading: message('Confirm your e-mail address'),
        parts: [
          text(
            message('Welcome to {brand}. Type this code on the page where you created your account:', {
              brand,
            }),
          ),
          codePart(fields.code),
          text(
            message('Or confirm on the page behind this link. The code and the link are valid for a day.'),
          ),
          link(message('Confirm my address'), fields.link),
          IGNORE,
        ],
      };
    case 'forgot-password':
      return {
        subject: message('Choose a new password for {brand}', { brand }),
        heading: message('Choose a new password'),
        parts: [
          text(message('Type this code on the page where you asked for it. It is valid for an hour:')),
          codePart(fields.code),
          IGNORE,
        ],
      };
    case 'new-address':
      return {
        subject: message('Confirm your new e-mail address for {brand}', { brand }),
        heading: message('Confirm your new e-mail address'),
        parts: [
          text(message('Type this code on your account page. It is valid for a day:')),
          codePart(fields.code),
          IGNORE,
        ],
      };
    case 'sign-in':
      return {
        subject: message('Your sign-in to {brand}', { brand }),
        heading: message('Complete your sign-in'),
        parts: [
          text(message('Type this code on the sign-in page. It is valid for three minutes:')),
          codePart(fields.code),
          text(message('If this was not you, somebody knows your password. Choose a new one.')),
        ],
      };
    case 'passwordless-sign-in':
      return {
        subject: message('Your sign-in to {brand}', { brand }),
        heading: message('Sign in'),
        parts: [
          text(message('Type this code on the sign-in page. It is valid for three minutes:')),
          codePart(fields.code),
          IGNORE,
        ],
      };
    case 'invitation':
      return {
        subject: message('You are invited to {brand}', { brand }),
        heading: message('You are invited to {brand}', { brand }),
        parts: [
          text(
            message(
              'Hello {name}, an account is ready for you. Sign in with this address and this password:',
              { name: oneLine(fields.name) },
            ),
          ),
          codePart(fields.password),
          text(
            message('You then choose a password of your own. The invitation is valid until {date}.', {
              date: formats.day(fields.until),
            }),
          ),
          link(message('Sign in'), fields.link),
        ],
      };
    case 'receipt':
      return {
        subject: message('Your receipt from {brand}', { brand }),
        heading: message('Thank you for your payment'),
        parts: [text(receiptLine(fields, formats)), text(message('Keep this mail as your receipt.'))],
      };
    case 'plan-ends':
      return {
        subject: message('Your plan at {brand} ends soon', { brand }),
        heading: message('Your plan ends soon'),
        parts: [
          text(
            message(
              '{plan, select, yearly {Your annual plan ends on {date}.} other {Your monthly plan ends on {date}.}} Until then you can play everything. After that you keep what you bought, and what is free.',
              { plan: fields.plan, date: formats.day(fields.ends_at) },
            ),
          ),
          link(message('Open my account'), fields.link),
        ],
      };
    case 'feed-paused':
      return {
        subject: message('An address for other apps is paused at {brand}', { brand }),
        heading: message('An address for other apps is paused'),
        parts: [
          text(
            message(
              'The address "{name}" was used in more networks or apps in a day than one person has. So it is paused, and nobody hears anything by it.',
              { name: oneLine(fields.name) },
            ),
          ),
          text(
            message('If somebody else has the address, or if you have many devices: give it a new address.'),
          ),
          link(message('Open my account'), fields.link),
        ],
      };
  }
}

type Receipt = Extract<MailContent, { kind: 'receipt' }>['fields'];

function receiptLine({ label, amount, currency, paid_at }: Receipt, formats: MailFormats): Message {
  const price = formats.money(amount, currency);
  const date = formats.day(paid_at);
  if (!PLAN_NAMES.has(label)) {
    return message('{title}: {price}, paid on {date}.', { title: oneLine(label), price, date });
  }
  const plan = label === 'Annual membership' ? 'yearly' : 'monthly';
  return message(
    '{plan, select, yearly {Annual membership} other {Monthly membership}}: {price}, paid on {date}.',
    { plan, price, date },
  );
}

/** @param device as `browserOf` names it */
function newDevice(device: string, moment: string): Message {
  const { browser, system } = /^(?<browser>.+) on (?<system>.+)$/u.exec(device)?.groups ?? {};
  if (browser !== undefined && system !== undefined) {
    return message('Somebody signed in to your account with {browser} on {system}, on {moment}.', {
      browser,
      system,
      moment,
    });
  }
  return device === UNKNOWN_DEVICE
    ? message('Somebody signed in to your account with an unknown device, on {moment}.', { moment })
    : message('Somebody signed in to your account with {browser}, on {moment}.', { browser: device, moment });
}

/** A device that does not say what it is. */
// not translated: the code compares it
export const UNKNOWN_DEVICE = 'an unknown device';
