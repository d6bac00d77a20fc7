import { describe, expect, test } from 'vitest';
import { OwnSessions } from '../../../src/application/account/own-sessions.ts';
import { OwnSessionsState } from '../../../src/application/account/own-sessions-state.ts';
import { ListenerData } from '../../../src/application/session/listener-data.ts';
import { instant } from '../../../src/domain/time.ts';
import type { ApiFailure } from '../../../src/ports/content-api.ts';
import type { OwnSession } from '../../../src/ports/own-sessions.ts';
import { Harness } from '../../harness.ts';
import { SUBSCRIBER } from '../titles.ts';

const session = (id: string, isThisOne = false): OwnSession => ({
  id,
  agent: 'Firefox',
  provider: null,
  isThisOne,
  signedInAt: instant(1_767_225_600_000),
  lastUsedAt: null,
});

const make = () => {
  const harness = new Harness({ items: [], user: SUBSCRIBER });
  harness.sessions.sessions = [session('other'), session('own', true), session('third')];
  return {
    harness,
    api: harness.sessions,
    sessions: harness.get(OwnSessions),
    state: harness.get(OwnSessionsState),
  };
};

describe('where the listener is signed in', () => {
  test('is listed with this session first (ACC-39)', async () => {
    const { sessions, state } = make();
    await sessions.load();
    expect(state.status).toBe('loaded');
    expect(state.sessions.map(({ id }) => id)).toEqual(['own', 'other', 'third']);
  });

  test.each(['not-found', 'rejected', 'malformed'] as const)(
    'is absent at a provider that responds with %s (ACC-39)',
    async (kind) => {
      const { api, sessions, state } = make();
      api.failure = { kind };
      await sessions.load();
      expect(state).toMatchObject({ status: 'absent', failure: null });
    },
  );

  test.each<[ApiFailure['kind'], RegExp]>([
    ['unreachable', /offline/],
    ['timeout', /offline/],
    ['server', /.+/],
  ])('after %s the list stays, and the page says why (ACC-40)', async (kind, words) => {
    const { api, sessions, state } = make();
    await sessions.load();
    api.failure = { kind };
    const ended = await sessions.end(session('other'));
    expect(ended).toMatchObject({ ok: false, error: { message: expect.stringMatching(words) as unknown } });
    expect(state.status).toBe('loaded');
    expect(state.sessions).toHaveLength(3);
    expect(state.failure).toMatch(words);
    api.failure = null;
    await sessions.load();
    expect(state.failure).toBeNull();
  });

  test('a list that never loaded has failed, and not for the next listener', async () => {
    const { harness, api, sessions, state } = make();
    api.failure = { kind: 'unreachable' };
    await sessions.load();
    expect(state.status).toBe('failed');
    harness.get(ListenerData).clear();
    expect(state).toMatchObject({ status: 'unknown', failure: null });
  });

  test('one is ended, or all others, and the list follows (ACC-40)', async () => {
    const { sessions, state } = make();
    await sessions.load();
    expect((await sessions.end(session('other'))).ok).toBe(true);
    expect(state.sessions.map(({ id }) => id)).toEqual(['own', 'third']);
    expect((await sessions.endOthers()).ok).toBe(true);
    expect(state.sessions.map(({ id }) => id)).toEqual(['own']);
  });

  test('a response that arrives after the session has ended is ignored', async () => {
    const { harness, sessions, state } = make();
    const loading = sessions.load();
    harness.get(ListenerData).clear();
    await loading;
    expect(state.sessions).toEqual([]);
  });
});
