import { t } from 'audio-streaming-translations/translate';
import { describe, expect, test } from 'vitest';
import { PrivateFeedsState } from '../../../src/application/feeds/private-feeds-state.ts';
import { PrivateFeeds } from '../../../src/application/feeds/private-feeds.ts';
import { Harness } from '../../harness.ts';

const make = (isOffered = true) => {
  const app = new Harness({ items: [] });
  app.feeds.isOffered = isOffered;
  return { app, feeds: app.get(PrivateFeeds), state: app.get(PrivateFeedsState) };
};

describe('a provider without private feeds', () => {
  test.each(['not-found', 'rejected', 'malformed'] as const)('is asked once: %s (FEED-60)', async (kind) => {
    const { app, feeds, state } = make();
    app.feeds.failure = kind;
    await feeds.open();
    app.feeds.failure = null;
    await feeds.open();
    await feeds.refresh();
    expect(state.status).toBe('absent');
    expect(app.feeds.lists).toBe(1);
  });

  test('is asked again for the next listener (FEED-60)', async () => {
    const { app, feeds, state } = make(false);
    await feeds.open();
    state.reset();
    feeds.reset();
    app.feeds.isOffered = true;
    expect((await feeds.open()).status).toBe('loaded');
  });
});

describe('the private feeds of a listener', () => {
  test('are asked for once by several pages (FEED-60)', async () => {
    const { app, feeds } = make();
    await Promise.all([feeds.open(), feeds.open()]);
    await feeds.open();
    expect(app.feeds.lists).toBe(1);
  });

  test('show a new one, which has its address only in the response (FEED-61)', async () => {
    const { feeds, state } = make();
    const made = await feeds.make({ kind: 'all' }, '  car  ');
    expect(made.ok && made.value.url).toContain('secret');
    expect(state.feeds.map(({ name }) => name)).toEqual(['car']);
    expect(JSON.stringify(state)).not.toContain('secret');
  });

  test('are renamed, by the rules for the name of a new one (FEED-66, FEED-68)', async () => {
    const { feeds, state } = make();
    await feeds.make({ kind: 'all' }, 'car');
    await feeds.make({ kind: 'all' }, 'watch');
    const [car] = state.feeds;
    if (car === undefined) throw new Error('There is no feed.');
    expect(await feeds.rename(car, ' CAR ')).toEqual({ ok: true, value: undefined });
    expect(await feeds.rename(car, 'Watch')).toMatchObject({ error: { field: 'name' } });
    expect(await feeds.rename(car, '')).toMatchObject({ error: { field: 'name' } });
    expect(state.feeds.map(({ name }) => name)).toEqual(['CAR', 'watch']);
  });

  test('say that a name is taken, also if another tab took it meanwhile (FEED-66)', async () => {
    const { app, feeds, state } = make();
    await feeds.open();
    await app.feeds.make({ kind: 'saved' }, 'car');
    const made = await feeds.make({ kind: 'all' }, 'car');
    if (made.ok) throw new Error('The name was taken twice.');
    expect(made.error.field).toBe('name');
    expect(t(made.error.message)).toBe('You have an address “car” already. Choose another name.');
    expect(state.feeds).toHaveLength(1);
  });

  test('need a name', async () => {
    const { feeds } = make();
    const made = await feeds.make({ kind: 'all' }, '  ');
    expect(made).toEqual({ ok: false, error: { message: 'Name cannot be empty', field: 'name' } });
  });

  test('are forgotten when the session ends, also if a response comes later', async () => {
    const { feeds, state } = make();
    const opening = feeds.refresh();
    state.reset();
    feeds.reset();
    await opening;
    expect(state.status).toBe('unknown');
  });

  test.each([
    ['unauthorized', /not authenticated/u],
    ['forbidden', /not possible now/u],
    ['rate-limited', /wait a minute/u],
    ['unreachable', /offline/u],
    ['server', /could not be saved/u],
  ] as const)('say in plain words why nothing was made: %s (FEED-65)', async (kind, words) => {
    const { app, feeds, state } = make();
    await feeds.make({ kind: 'saved' }, 'car');
    app.feeds.failure = kind;
    const made = await feeds.make({ kind: 'saved' }, 'watch');
    expect(made.ok ? '' : made.error.message).toMatch(words);
    expect(state.feeds).toHaveLength(1);
  });

  test('can be asked for again after a failure', async () => {
    const { app, feeds, state } = make();
    app.feeds.failure = 'unreachable';
    await feeds.open();
    expect(state.status).toBe('failed');
    app.feeds.failure = null;
    await feeds.open();
    expect(state).toMatchObject({ status: 'loaded', failure: null });
  });
});
