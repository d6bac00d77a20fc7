import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail that the server has accepted. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Everything as it came over the wire. */
  readonly raw: string;
  /** The part of plain text, decoded. */
  readonly text: string;
  /** The part of HTML, decoded. */
  readonly html: string;
}

export interface MailHost {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The recipients that were named, also those of mails that were not accepted. */
  readonly asked: readonly string[];
  /** Waits until the server has accepted so many mails. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

/** What goes wrong at a server. */
export interface Trouble {
  /** Refuses an address with this status. */
  readonly refuse?: (address: string) => number | null;
  /** True: the connection breaks after the mail came, before the server says that it has it. */
  readonly dieAfterData?: () => boolean;
  /** True: the server never responds to the end of the mail. */
  readonly stayMute?: () => boolean;
}

/** A real SMTP server on this machine. */
export async function mailHost(trouble: Trouble = {}, port = 0): Promise<MailHost> {
  const received: ReceivedMail[] = [];
  const asked: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const status = trouble.refuse?.(address) ?? null;
      done(status === null ? null : Object.assign(new Error('No such mailbox'), { responseCode: status }));
    },
    onData(stream, session, done) {
      const receive = async (): Promise<void> => {
        const raw = await text(stream);
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          raw,
          ...parse(raw),
        });
        if (trouble.dieAfterData?.() === true) {
          // The library has no way to break a connection.
          for (const connection of server.connections) connection.close();
        } else if (trouble.stayMute?.() !== true) done();
      };
      void receive();
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: own } = server.server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      for (const connection of server.connections) connection.close();
      server.close(() => resolve());
    });
  onTestFinished(close);
  return {
    url: `smtp://127.0.0.1:${own}`,
    received,
    asked,
    async waitFor(count) {
      const end = performance.now() + 20_000;
      while (received.length < count) {
        if (performance.now() > end) throw new Error(`Only ${received.length} of ${count} mails came.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close,
  };
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/u.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`);
  const part = (type: string): string => {
    const found = parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? '';
    const [partHead = '', ...body] = found.trimStart().split('\r\n\r\n');
    return decoded(body.join('\r\n\r\n'), headersOf(partHead).get('content-transfer-encoding') ?? '7bit');
  };
  return { headers, text: part('text/plain'), html: part('text/html') };
}

const headersOf = (head: string): Map<string, string> =>
  new Map(
    head
      .replace(/\r\n[ \t]+/gu, ' ')
      .split('\r\n')
      .map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
      }),
  );

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/gu, '')
    .replace(/=([0-9A-F]{2})/gu, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
