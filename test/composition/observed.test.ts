import { autorun, isObservableProp } from 'mobx';
import { describe, expect, test } from 'vitest';
import { FavoritesState } from '../../src/application/favorites/favorites-state.ts';
import { ListeningTally } from '../../src/application/progress/listening-tally.ts';
import { NoticesState } from '../../src/application/notices-state.ts';
import { UpNextState } from '../../src/application/playback/up-next/up-next-state.ts';
import { PagedList } from '../../src/application/catalogue/lists.ts';
import { accountServices } from '../../src/application/account/services.ts';
import { services } from '../../src/application/services.ts';
import { observed } from '../../src/composition/observed.ts';
import { contentId } from '../../src/domain/catalogue/content.ts';
import { PLAIN_ITEM } from '../arbitraries/content.ts';

type StateClass = new () => object;

/** A class that names no dependencies is a state, as in composition. */
const isState = (entry: object): entry is StateClass => typeof entry === 'function' && !('inject' in entry);

/** Every state that the views may observe, and those that only use cases hold. */
const STATES = [
  ...Object.values<object>({ ...services, ...accountServices }).filter(isState),
  ListeningTally,
  PagedList,
  UpNextState,
];

describe('every state class', () => {
  test.each(STATES.map((State) => [State.name, State] as const))(
    '%s is observable in all its fields',
    (_, State) => {
      const state = observed<object>(new State());
      const fields = Object.keys(new State());
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields) expect(isObservableProp(state, field), field).toBe(true);
      // A private field would not be observed.
      expect(State.toString()).not.toMatch(/this\.#/);
      // A subclass cannot be made observable.
      expect(Object.getPrototypeOf(State.prototype)).toBe(Object.prototype);
    },
  );

  test('does not change the class: another instance stays plain', () => {
    observed(new NoticesState());
    const plain = new NoticesState();
    plain.post('seen');
    expect(plain.notices).toHaveLength(1);
    expect(isObservableProp(plain, 'notices')).toBe(false);
  });

  test('notifies observers, also through getters and methods', () => {
    const favorites = observed(new FavoritesState());
    const item = { ...PLAIN_ITEM, id: contentId('watched') };
    const seen: boolean[] = [];
    const stop = autorun(() => seen.push(favorites.isFavorite(item)));
    favorites.setSaved(item.id, true);
    favorites.reset();
    stop();
    expect(seen).toEqual([false, true, false]);
  });
});
