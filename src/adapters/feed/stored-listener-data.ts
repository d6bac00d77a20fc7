import * as v from 'valibot';

import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Auth } from '../../ports/auth.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';

const ids = v.array(v.string());
const finite = v.pipe(v.number(), v.finite());
const position = v.object({
  id: v.string(),
  type: finite,
  chapterIndex: v.nullable(finite),
  position: v.pipe(finite, v.minValue(0)),
  speed: v.nullable(finite),
  updatedAt: finite,
});

/** The stored data of a listener, by kind. The newest entry of a list is last. */
const SCHEMAS = {
  favorites: ids,
  authors: ids,
  places: v.array(position),
  profile: v.object({ name: v.nullable(v.string()), email: v.string() }),
} as const;

export type StoredPosition = v.InferOutput<typeof position>;
type Kind = keyof typeof SCHEMAS;
type Data<Of extends Kind> = v.InferOutput<(typeof SCHEMAS)[Of]>;

/** The data of the signed-in listener in this browser, because no feed stores it. */
export class ListenerData {
  private constructor(
    /** The listener's id at the sign-in service. */
    readonly listener: string,
    private readonly store: KeyValueStore,
  ) {}

  /** Opens the data of the listener who is signed in now. */
  static async open(
    auth: Pick<Auth, 'session'>,
    store: KeyValueStore,
  ): Promise<Result<ListenerData, ApiFailure>> {
    const session = await auth.session();
    if (session.ok) return ok(new ListenerData(subjectOf(session.value.accessToken), store));
    const { kind } = session.error;
    if (kind === 'unreachable') return failed({ kind });
    return failed({ kind: kind === 'ended' ? 'unauthorized' : 'no-session' });
  }

  /** Deletes all data of a listener. */
  static forget(listener: string, store: KeyValueStore): void {
    for (const kind of Object.keys(SCHEMAS)) store.delete(keyOf(listener, kind));
  }

  /** Returns null if nothing is stored, or it cannot be read. */
  read<Of extends Kind>(kind: Of): Data<Of> | null {
    const stored = this.store.get(this.keyOf(kind));
    if (stored === null) return null;
    try {
      const schema: v.GenericSchema<unknown, Data<Of>> = SCHEMAS[kind];
      const decoded = v.safeParse(schema, JSON.parse(stored));
      return decoded.success ? decoded.output : null;
    } catch {
      return null;
    }
  }

  /** Fails as `rejected` if the storage is full or blocked. */
  write<Of extends Kind>(kind: Of, data: Data<Of>): Result<void, ApiFailure> {
    const written = this.store.set(this.keyOf(kind), JSON.stringify(data));
    return written.ok ? ok(undefined) : failed({ kind: 'rejected' });
  }

  private keyOf(kind: Kind): string {
    return keyOf(this.listener, kind);
  }
}

const keyOf = (listener: string, kind: string): string => `feeds.${listener}.${kind}`;

const claims = v.object({ sub: v.pipe(v.string(), v.nonEmpty()) });

/**
 * Returns the subject of an access token, or a fixed name if it has none. The name only separates the data of two
 * listeners in one browser, so the signature is not checked.
 */
const subjectOf = (accessToken: string): string => {
  try {
    const [, payload = ''] = accessToken.split('.');
    const decoded = v.safeParse(claims, JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
    return decoded.success ? decoded.output.sub : 'listener';
  } catch {
    return 'listener';
  }
};
