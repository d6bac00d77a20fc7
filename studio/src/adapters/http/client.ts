import * as v from 'valibot';
import { failed, ok, type Result } from '../../../../src/domain/result.ts';
import type { FieldName } from '../../domain/fields.ts';
import { isRefusedByProxy, REFUSED_BY_PROXY } from '../../domain/size-limits.ts';
import { milliseconds } from '../../../../src/domain/time.ts';
import type { Auth, Session } from '../../../../src/ports/auth.ts';
import type { Clock, Cancellation } from '../../../../src/ports/platform.ts';
import type { StudioFailure } from '../../ports/studio-api.ts';
import { recognise } from '../provider/recognise.ts';
import { fieldOfWire } from './decode.ts';

/** One call of the studio. `body` is sent as JSON, a `Blob` as it is. */
export type StudioCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Segments of the path below `/api/studio`. */
  readonly path: readonly string[];
  readonly params?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly version?: string;
  readonly cancellation?: Cancellation | undefined;
  /** How long to wait for the response; 20 seconds if absent. */
  readonly deadline?: number;
};

export type StudioClientOptions = {
  /** The address of the product API, with or without a path. */
  readonly apiUrl: string;
  readonly auth: Pick<Auth, 'session' | 'renew'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly fetch?: typeof fetch;
};

type Reply = Result<unknown, StudioFailure>;

const DEADLINE = 20_000;
const RETRIES = 2;

// The provider's body of an error, in its usual shape or bare.
const described = v.object({
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  field: v.optional(v.nullable(v.string())),
});
const errorBody = v.union([v.object({ error: described }), described]);

/** Calls the studio's API: session, one renewal, deadlines, and two more attempts of a GET that got no response. */
export class StudioClient {
  private readonly base: string;
  private readonly fetch: typeof fetch;

  constructor(private readonly options: StudioClientOptions) {
    this.base = `${options.apiUrl.replace(/\/+$/u, '')}/api/studio`;
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** Makes a call. Returns its parsed JSON; undefined for an empty response. */
  async call(call: StudioCall): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const result = await this.once(call);
      const mayPass =
        !result.ok && ['unreachable', 'timeout', 'server', 'rate-limited'].includes(result.error.kind);
      if (!mayPass || call.method !== 'GET' || attempt === RETRIES) return result;
      await this.options.clock.after(milliseconds(300 * (attempt + 1)));
    }
  }

  /** Reads the response of a call. `toValue` returns null for a response that cannot be used. */
  async read<Schema extends v.GenericSchema, Value>(
    call: StudioCall,
    schema: Schema,
    toValue: (sent: v.InferOutput<Schema>) => Value | null,
  ): Promise<Result<Value, StudioFailure>> {
    const result = await this.call(call);
    if (!result.ok) return result;
    const read = v.safeParse(schema, result.value);
    const value = read.success ? toValue(read.output) : null;
    return value === null ? failed({ kind: 'malformed' }) : ok(value);
  }

  async send(call: StudioCall): Promise<Result<void, StudioFailure>> {
    const result = await this.call(call);
    return result.ok ? ok(undefined) : result;
  }

  private async once(call: StudioCall): Promise<Reply> {
    const session = await this.options.auth.session();
    if (!session.ok)
      return failed({ kind: session.error.kind === 'unreachable' ? 'unreachable' : 'no-session' });
    const first = await this.exchange(call, session.value);
    if (first.status !== 401) return first.result;
    const renewed = await this.options.auth.renew(session.value);
    if (!renewed.ok)
      return failed({ kind: renewed.error.kind === 'unreachable' ? 'unreachable' : 'no-session' });
    return (await this.exchange(call, renewed.value)).result;
  }

  private async exchange(
    call: StudioCall,
    session: Session,
  ): Promise<{ readonly status: number; readonly result: Reply }> {
    const deadline = AbortSignal.timeout(call.deadline ?? DEADLINE);
    const ended = new AbortController();
    const end = (): void => ended.abort();
    deadline.addEventListener('abort', end);
    if (call.cancellation?.aborted === true) end();
    call.cancellation?.addEventListener('abort', end);
    try {
      const response = await this.fetch(this.addressOf(call), {
        ...requestOf(call, session),
        signal: ended.signal,
      });
      return { status: response.status, result: await resultOf(response) };
    } catch {
      const isCancelled = call.cancellation?.aborted === true;
      const kind = isCancelled ? 'cancelled' : deadline.aborted ? 'timeout' : 'unreachable';
      return { status: 0, result: failed({ kind }) };
    } finally {
      call.cancellation?.removeEventListener('abort', end);
    }
  }

  private addressOf({ path, params = {} }: StudioCall): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params))
      if (value !== undefined) query.set(name, String(value));
    const segments = path.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
    return `${this.base}/${segments}${query.size === 0 ? '' : `?${query.toString()}`}`;
  }
}

const requestOf = ({ method, body, version }: StudioCall, session: Session): RequestInit => {
  const type =
    body === undefined ? undefined : body instanceof Blob ? body.type || undefined : 'application/json';
  return {
    method,
    headers: {
      // not translated: a header of HTTP
      Authorization: `Bearer ${session.accessToken}`,
      ...(type !== undefined && { 'Content-Type': type }),
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    },
    credentials: 'omit',
    cache: 'no-store',
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  };
};

const resultOf = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  const body = parsed(text);
  if (!response.ok) return failed(failureOf(response.status, body));
  if (text.trim() === '') return ok(undefined);
  return body === undefined ? failed({ kind: 'malformed' }) : ok(body);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const KINDS: Readonly<Record<number, StudioFailure['kind']>> = {
  400: 'invalid',
  401: 'no-session',
  403: 'not-allowed',
  404: 'not-found',
  409: 'conflict',
  412: 'conflict',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  428: 'conflict',
  429: 'rate-limited',
};

const failureOf = (status: number, body: unknown): StudioFailure => {
  const kind = KINDS[status] ?? (status >= 500 ? 'server' : 'invalid');
  const isOfProvider = v.is(v.object({ error: v.object({ message: v.string() }) }), body);
  if (isRefusedByProxy(status, isOfProvider)) return { kind, message: REFUSED_BY_PROXY };
  const read = v.safeParse(errorBody, body);
  if (!read.success) return { kind };
  const error = 'error' in read.output ? read.output.error : read.output;
  const field: FieldName | null = fieldOfWire(error.field ?? '');
  return {
    kind,
    ...(error.message !== undefined && { message: recognise(error.message) }),
    ...(field !== null && { field }),
  };
};
