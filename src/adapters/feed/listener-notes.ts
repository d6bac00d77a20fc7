import * as v from 'valibot';

import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Auth } from '../../ports/auth.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';

const ids = v.array(v.string());
const finite = v.pipe(v.number(), v.finite());
const place = v.object({
  id: v.string(),
  type: finite,
  chapterIndex: v.nullable(finite),
  position: v.pipe(finite, v.minValue(0)),
  speed: v.nullable(finite),
  updatedAt: finite,
});

/** What is kept of a listener, by kind. Latest entries of a list stand last. */
const NOTES = {
  favorites: ids,
  authors: ids,
  places: v.array(place),
  profile: v.object({ name: v.nullable(v.string()), email: v.string() }),
} as const;

export type NotedPlace = v.InferOutput<typeof place>;
type Kind = keyof typeof NOTES;
type Note<Of extends Kind> = v.InferOutput<(typeof NOTES)[Of]>;

/** What this browser keeps of the one who is signed in, since no feed does. */
export class ListenerNotes {
  private constructor(
    /** Who is signed in, as the sign-in service knows them. */
    readonly listener: string,
    private readonly store: KeyValueStore,
  ) {}

  /** The notes of whoever is signed in now. */
  static async open(
    auth: Pick<Auth, 'session'>,
    store: KeyValueStore,
  ): Promise<Result<ListenerNotes, ApiFailure>> {
    const session = await auth.session();
    if (session.ok) return ok(new ListenerNotes(subjectOf(session.value.accessToken), store));
    const { kind } = session.error;
    if (kind === 'unreachable') return failed({ kind });
    return failed({ kind: kind === 'ended' ? 'unauthorized' : 'no-session' });
  }

  /** Forgets all notes of a listener. */
  static forget(listener: string, store: KeyValueStore): void {
    for (const kind of Object.keys(NOTES)) store.delete(keyOf(listener, kind));
  }

  /** Null where nothing is kept, or nothing that can be read. */
  read<Of extends Kind>(kind: Of): Note<Of> | null {
    const kept = this.store.get(this.keyOf(kind));
    if (kept === null) return null;
    try {
      const schema: v.GenericSchema<unknown, Note<Of>> = NOTES[kind];
      const decoded = v.safeParse(schema, JSON.parse(kept));
      return decoded.success ? decoded.output : null;
    } catch {
      return null;
    }
  }

  /** Fails as `rejected` where this browser keeps nothing more. */
  write<Of extends Kind>(kind: Of, note: Note<Of>): Result<void, ApiFailure> {
    const kept = this.store.set(this.keyOf(kind), JSON.stringify(note));
    return kept.ok ? ok(undefined) : failed({ kind: 'rejected' });
  }

  private keyOf(kind: Kind): string {
    return keyOf(this.listener, kind);
  }
}

const keyOf = (listener: string, kind: string): string => `feeds.${listener}.${kind}`;

const claims = v.object({ sub: v.pipe(v.string(), v.nonEmpty()) });

/**
 * The subject of an access token; a fixed name where it tells none. Nothing is opened by it: it only keeps the notes
 * of two listeners of one browser apart, so that its signature need not be checked.
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
