import type { Transporter } from 'nodemailer';
import type { WrittenMail } from './write-message.ts';

/** Where mails go, and whom they come from. */
export interface MailSettings {
  /** The address of the SMTP server, such as `smtps://user:password@mail.example.org`. */
  readonly url: string;
  readonly from: Sender;
}

export interface Sender {
  /** The name of the product in the mails. */
  readonly name: string;
  readonly address: string;
}

/**
 * The outcome of an attempt.
 *
 * - `sent`: the server has accepted the mail
 * - `refused`: the server refuses this mail, and will refuse it again
 * - `failed`: another attempt may succeed. Also if it is not known whether the server has accepted the mail.
 */
export type Attempt =
  { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed'; readonly reason: string };

export interface Outgoing extends WrittenMail {
  readonly to: string;
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly date: number;
}

const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;
/** Shorter than the time for which a process has a mail for itself. */
const LONGEST_MS = 90_000;
const LONGEST_REASON = 300;
/** One address without a name, spaces or characters with a meaning in headers and envelopes. */
const ADDRESS = /^[^\s\p{C}@,;:<>()[\]\\"]+@[^\s\p{C}@,;:<>()[\]\\"]+$/u;

export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

/** Sends mails to one SMTP server, each over a connection of its own. */
export class SmtpServer {
  private transport: Promise<Transporter> | undefined;

  constructor(private readonly settings: MailSettings) {}

  /** @param signal ends the attempt; it then has failed */
  async send({ to, subject, text, html, messageId, date }: Outgoing, signal: AbortSignal): Promise<Attempt> {
    if (!isAddress(to)) return { kind: 'refused', reason: 'The recipient is not one e-mail address.' };
    const { name, address } = this.settings.from;
    try {
      this.transport ??= openTransport(this.settings.url);
      await (
        await this.transport
      ).sendMail({
        from: { name, address },
        // As an object, the address is never read as a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${address.replace(/^.*@/u, '')}>`,
        date: new Date(date),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      });
      return { kind: 'sent' };
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
      return { kind: isPermanent(error) ? 'refused' : 'failed', reason };
    }
  }
}

/** The library is large, so it is loaded with the first mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // A mail must not read files or addresses, whatever its words are.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A 5xx status about this mail. One about our own account or the connection concerns all mails, and may be mended. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutMail && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
