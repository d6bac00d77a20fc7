import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailableError } from '../db/unavailable.ts';
import { StoreUnavailableError } from '../store/media-store.ts';

/** A refusal of a request: a status, a code for the program and a sentence for the reader. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** The field of the body that is refused, if there is one. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

export const notFound = (what: string): ApiError =>
  new ApiError(404, 'not-found', `There is no such ${what}.`);

/** Answers `{ error: { code, message } }` for every error, with the refused field if there is one. The details of a defect go to the log only. */
export function errorHandler(log: (line: string) => void) {
  return (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, code, message } = described(error);
    // An outage of the database or of the store is logged once and not for each request.
    if (status >= 500 && !isOutage(error)) {
      // The query may hold a token.
      const path = request.url.split('?', 1).join('');
      log(`${request.method} ${path} failed: ${error.stack ?? error.message}`);
    }
    const field = error instanceof ApiError ? error.field : undefined;
    return reply.code(status).send({ error: { code, message, ...(field !== undefined && { field }) } });
  };
}

const isOutage = (error: unknown): error is DatabaseUnavailableError | StoreUnavailableError =>
  error instanceof DatabaseUnavailableError || error instanceof StoreUnavailableError;

function described(error: FastifyError | ApiError): { status: number; code: string; message: string } {
  if (error instanceof ApiError) return error;
  if (isOutage(error)) {
    return { status: error.statusCode, code: 'unavailable', message: error.message };
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) return { status, code: 'internal', message: 'Something went wrong on the server.' };
  if (error.validation !== undefined || status === 400) {
    return { status: 400, code: 'invalid-request', message: error.message };
  }
  return { status, code: 'refused', message: error.message };
}
