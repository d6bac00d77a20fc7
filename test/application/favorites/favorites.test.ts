import { describe, expect, test } from 'vitest';
import { EndSession } from '../../../src/application/session/end-session.ts';
import { MESSAGES } from '../../../src/application/messages.ts';
import { FavoritesState } from '../../../src/application/favorites/favorites-state.ts';
import { ToggleFavorite } from '../../../src/application/favorites/toggle-favorite.ts';
import { ToggleFollow } from '../../../src/application/favorites/toggle-follow.ts';
import { authorId, type Author } from '../../../src/domain/catalogue/content.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { PODCAST, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const author = (name: string): Author => ({ id: authorId(name), name, imageUrl: null });

const AMARA = author('amara');

const at = (authors: readonly Author[] = [AMARA]): Harness => {
  const harness = new Harness({ items: [QUIET_MIND, PODCAST], authors, user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

/** What analytics and messaging were told, each in order. */
const told = ({ analytics, messaging }: Harness) => [analytics.events, messaging.events];

type Way = {
  readonly name: string;
  readonly call: 'favorites.saveContent' | 'favorites.saveAuthor';
  readonly press: (harness: Harness) => Promise<void>;
  readonly isKept: (harness: Harness) => boolean;
  readonly isSaving: (harness: Harness) => boolean;
  /** What the provider holds. */
  readonly isSaved: (harness: Harness) => boolean;
  readonly event: unknown;
  readonly logged: object;
};

const WAYS: readonly Way[] = [
  {
    name: 'a title',
    call: 'favorites.saveContent',
    press: async (harness) => harness.get(ToggleFavorite).toggle(QUIET_MIND),
    isKept: (harness) => harness.get(FavoritesState).isFavorite(QUIET_MIND),
    isSaving: (harness) => harness.get(FavoritesState).isSaving(QUIET_MIND.id),
    isSaved: ({ api }) => api.content.favorites.has(QUIET_MIND.id),
    event: {
      name: 'Moved to Library',
      properties: { content_id: QUIET_MIND.id, content_type: QUIET_MIND.type },
    },
    logged: { message: 'A favourite was not saved', details: { kind: 'server', content: QUIET_MIND.id } },
  },
  {
    name: 'a podcast',
    call: 'favorites.saveContent',
    press: async (harness) => harness.get(ToggleFavorite).toggle(PODCAST),
    isKept: (harness) => harness.get(FavoritesState).isFavorite(PODCAST),
    isSaving: (harness) => harness.get(FavoritesState).isSaving(PODCAST.id),
    isSaved: ({ api }) => api.content.favorites.has(PODCAST.id),
    event: { name: 'Follow Button Clicked', properties: { content_id: PODCAST.id } },
    logged: { message: 'A favourite was not saved', details: { kind: 'server', content: PODCAST.id } },
  },
  {
    name: 'an author',
    call: 'favorites.saveAuthor',
    press: async (harness) => harness.get(ToggleFollow).toggle(AMARA.id),
    isKept: (harness) => harness.get(FavoritesState).isFollowed(AMARA.id) === true,
    isSaving: (harness) => harness.get(FavoritesState).isSaving(AMARA.id),
    isSaved: ({ api }) => api.content.favoriteAuthors.has(AMARA.id),
    event: { name: 'Follow Button Clicked', properties: { author_id: AMARA.id } },
    logged: { message: 'A follow was not saved', details: { kind: 'server', author: AMARA.id } },
  },
];

describe.each(WAYS)('to keep $name', ({ call, press, isKept, isSaving, isSaved, event, logged }) => {
  test('counts, and is told to analytics and messaging, after the save succeeded and not before', async () => {
    const harness = at();
    harness.api.faults.delay = milliseconds(1_000);
    const saving = press(harness);
    await harness.passes(0.9);
    expect(isSaving(harness)).toBe(true);
    expect(isKept(harness)).toBe(false);
    expect(told(harness)).toEqual([[], []]);
    await harness.passes(0.1);
    await saving;
    expect(isSaving(harness)).toBe(false);
    expect(isKept(harness)).toBe(true);
    expect(isSaved(harness)).toBe(true);
    expect(told(harness)).toEqual([[event], [event]]);
    expect(harness.notices).toEqual([]);
  });

  test('is one save, however often it is pressed while one is under way', async () => {
    const harness = at();
    harness.api.faults.delay = milliseconds(1_000);
    void press(harness);
    await harness.passes(0.5);
    void press(harness);
    await harness.passes(2);
    expect(harness.api.faults.calls).toEqual([call]);
    expect(isKept(harness)).toBe(true);
    expect(told(harness)).toEqual([[event], [event]]);
  });

  test('is nothing to the next listener, where this one has left before it is saved', async () => {
    const harness = at();
    harness.api.faults.delay = milliseconds(1_000);
    const saving = press(harness);
    harness.get(EndSession).end();
    await harness.passes(2);
    await saving;
    expect(isSaved(harness)).toBe(true);
    expect(isKept(harness)).toBe(false);
    expect(told(harness)).toEqual([[], []]);
  });

  test('and to keep it no longer is told to nobody', async () => {
    const harness = at();
    await press(harness);
    await press(harness);
    expect(harness.api.faults.calls).toEqual([call, call]);
    expect(isKept(harness)).toBe(false);
    expect(isSaved(harness)).toBe(false);
    expect(told(harness)).toEqual([[event], [event]]);
  });

  test('and to fail at it leaves everything as it was, says so, and can be tried again', async () => {
    const harness = at();
    harness.api.faults.failNext(call, 'server');
    await press(harness);
    expect(isKept(harness)).toBe(false);
    expect(isSaving(harness)).toBe(false);
    expect(harness.notices).toEqual([MESSAGES.saveFailed]);
    expect(harness.log.entries).toEqual([{ level: 'warn', ...logged }]);
    expect(told(harness)).toEqual([[], []]);
    await press(harness);
    expect(isKept(harness)).toBe(true);
    harness.api.faults.failNext(call, 'server');
    await press(harness);
    expect(isKept(harness), 'what was kept stays kept').toBe(true);
  });
});

describe('whom the listener follows', () => {
  const learned = async (harness: Harness): Promise<FavoritesState> => {
    await harness.get(ToggleFollow).loadFollowed(AMARA.id);
    return harness.get(FavoritesState);
  };

  test('is nothing to the next listener, where this one has left before it is known', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    harness.api.faults.delay = milliseconds(1_000);
    const learning = learned(harness);
    harness.get(EndSession).end();
    await harness.passes(2);
    expect((await learning).isFollowed(AMARA.id)).toBeNull();
  });

  test('is not known before it was asked for, nor where the answer fails', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    expect(harness.get(FavoritesState).isFollowed(AMARA.id)).toBeNull();
    harness.api.faults.failNext('favorites.authors', 'server');
    expect((await learned(harness)).isFollowed(AMARA.id)).toBeNull();
    expect((await learned(harness)).isFollowed(AMARA.id)).toBe(true);
  });

  test('is no longer followed at the next press, where the list said so', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    await learned(harness);
    await harness.get(ToggleFollow).toggle(AMARA.id);
    expect(harness.api.content.favoriteAuthors.has(AMARA.id)).toBe(false);
    expect(told(harness)).toEqual([[], []]);
  });

  test('is what was pressed, also where an older list comes later', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    await learned(harness);
    await harness.get(ToggleFollow).toggle(AMARA.id);
    harness.get(FavoritesState).setFollowedAuthors([AMARA.id]);
    expect(harness.get(FavoritesState).isFollowed(AMARA.id)).toBe(false);
  });
});
