import * as v from 'valibot';
import { isInstant, type Bound } from '../../domain/time.ts';
import type { OwnSession, SessionsApi } from '../../ports/own-sessions.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { type Decoder, decoder, entryOf, readList } from './wire/lists.ts';
import { bound, flag, optionalText, wireId } from './wire/scalars.ts';

/** Where the listener is signed in, over HTTP (ACC-39). */
export class HttpSessions implements SessionsApi {
  constructor(private readonly api: ApiClient) {}

  async list() {
    return this.api.get({ path: apiPath`/user/sessions`, needsNewRequest: true }, decodeSessions);
  }

  async end(id: string) {
    // 404 means that the session has ended already.
    return this.api.send({ method: 'DELETE', path: apiPath`/user/sessions/${id}`, doneStatus: 404 });
  }

  async endOthers() {
    return this.api.send({ method: 'DELETE', path: apiPath`/user/sessions` });
  }
}

const instantIn = (at: Bound | null) => (at !== null && isInstant(at) ? at : null);

const session = v.pipe(
  v.object({
    id: wireId,
    agent: optionalText,
    identity_provider: optionalText,
    is_current: flag(false),
    signed_in: bound,
    last_used: bound,
  }),
  v.transform(({ id, agent, identity_provider, is_current, signed_in, last_used }): OwnSession => ({
    id,
    agent: agent ?? '',
    provider: identity_provider ?? null,
    isThisOne: is_current,
    signedInAt: instantIn(signed_in),
    lastUsedAt: instantIn(last_used),
  })),
);

const decodeSessions: Decoder<readonly OwnSession[]> = decoder((body, log) =>
  readList(Reflect.get(Object(body), 'results'), 'sessions', entryOf(session), log),
);
