import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Message } from 'audio-streaming-translations/message';
import * as v from 'valibot';
import { LONGEST_EMAIL } from '../account.ts';
import { isChoice } from '../../languages/page-language.ts';
import { readCookie, setCookie } from '../page.ts';

/** A sentence or several, in English. The page translates them. */
export type Words = Message | readonly Message[];

const short = v.pipe(v.string(), v.maxLength(512));
const said = v.union([
  short,
  v.object({
    text: short,
    values: v.record(v.pipe(v.string(), v.maxLength(64)), v.union([short, v.number()])),
  }),
]);

const notice = v.object({
  alert: v.optional(v.union([said, v.pipe(v.array(said), v.maxLength(3))])),
  email: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_EMAIL))),
  /** The id of a passkey that is not known here. */
  unknown: v.optional(v.pipe(v.string(), v.maxLength(1400))),
  /** The second factor that is missing. */
  step: v.optional(
    v.object({
      method: v.picklist(['SMS_MFA', 'SOFTWARE_TOKEN_MFA']),
      session: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
    }),
  ),
  /** True if the page has said it already. */
  isSaid: v.optional(v.boolean()),
});

/** What the page has to say after a form was sent. The browser keeps it between the two requests. */
export type Notice = Omit<v.InferOutput<typeof notice>, 'alert'> & { readonly alert?: Words | undefined };

const SECONDS = 3 * 60;

export function leaveNotice(request: FastifyRequest, reply: FastifyReply, left: Notice): void {
  const value = Buffer.from(JSON.stringify(left)).toString('base64url');
  setCookie(request, reply, 'notice', { value, seconds: SECONDS });
}

/** Reads the notice. A reload shows it no more, only a choice of the language does. Null if there is none. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): Notice | null {
  const cookie = readCookie(request, 'notice');
  if (cookie === null) return null;
  const found = parse(cookie);
  if (found === null || (found.isSaid === true && !isChoice(request))) {
    setCookie(request, reply, 'notice', { value: '', seconds: 0 });
    return null;
  }
  leaveNotice(request, reply, { ...found, isSaid: true });
  return found;
}

function parse(cookie: string): Notice | null {
  try {
    const parsed = v.safeParse(notice, JSON.parse(Buffer.from(cookie, 'base64url').toString()));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
