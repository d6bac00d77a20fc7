import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { LONGEST_EMAIL } from '../account.ts';
import { readCookie, setCookie } from '../page.ts';

const notice = v.object({
  alert: v.optional(v.pipe(v.string(), v.maxLength(512))),
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
});

/** What the page has to say after a form was sent. The browser keeps it between the two requests. */
export type Notice = v.InferOutput<typeof notice>;

const SECONDS = 3 * 60;

export function leaveNotice(request: FastifyRequest, reply: FastifyReply, left: Notice): void {
  const value = Buffer.from(JSON.stringify(left)).toString('base64url');
  setCookie(request, reply, 'notice', { value, seconds: SECONDS });
}

/** Reads the notice and removes it, so that a reload shows it no more. Null if there is none. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): Notice | null {
  const cookie = readCookie(request, 'notice');
  if (cookie === null) return null;
  setCookie(request, reply, 'notice', { value: '', seconds: 0 });
  try {
    const parsed = v.safeParse(notice, JSON.parse(Buffer.from(cookie, 'base64url').toString()));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
