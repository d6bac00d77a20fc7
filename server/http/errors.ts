import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** A refusal of a request: a status, a code for the program and a sentence for the reader. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const notFound = (what: string): ApiError =>
  new ApiError(404, 'not-found', `There is no such ${what}.`);

/** Answers `{ error: { code, message } }` for every error. The details of a defect go to the log only. */
export function errorHandler(log: (line: string) => void) {
  return (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, code, message } = described(error);
    if (status >= 500) log(`${request.method} ${request.url} failed: ${error.stack ?? error.message}`);
    return reply.code(status).send({ error: { code, message } });
  };
}

function described(error: FastifyError | ApiError): { status: number; code: string; message: string } {
  if (error instanceof ApiError) return error;
  const status = error.statusCode ?? 500;
  if (status >= 500) return { status, code: 'internal', message: 'Something went wrong on the server.' };
  if (error.validation !== undefined || status === 400) {
    return { status: 400, code: 'invalid-request', message: error.message };
  }
  return { status, code: 'refused', message: error.message };
}
