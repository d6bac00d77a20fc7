import type { FastifyRequest } from 'fastify';
import { callerOf } from '../http/rate-limit.ts';
import { translationAt } from '../languages/page-language.ts';
import { agentOf, type CallContext, type PoolContext, type SendMail } from './context.ts';

/**
 * Stores mails for the person who makes a request. The language of the account comes before that of the request (LANG-11).
 *
 * @param language of the request. Few requests cause a mail, so it is found only then
 */
export const mailIn = ({ mail }: Pick<PoolContext, 'mail'>, language: () => string): SendMail | null =>
  mail && ((transaction, content) => mail(transaction, { ...content, language: language() }));

/** What an action knows of the request that calls it. */
export const callOf = (context: PoolContext, request: FastifyRequest): CallContext => ({
  ...context,
  caller: callerOf(request.ip),
  agent: agentOf(request.headers),
  mail: mailIn(context, () => translationAt(request).language),
});
