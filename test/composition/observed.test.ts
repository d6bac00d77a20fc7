import { autorun, isObservableProp } from 'mobx';
import { describe, expect, test } from 'vitest';
import { AppInvitationState } from '../../src/application/state/app-invitation-state.ts';
import { AccountState } from '../../src/application/state/account-state.ts';
import { FavoritesState } from '../../src/application/state/favorites-state.ts';
import { FinishedState } from '../../src/application/state/finished-state.ts';
import { LastJump } from '../../src/application/state/last-jump.ts';
import { ListeningTally } from '../../src/application/state/listening-tally.ts';
import { MessagesState } from '../../src/application/state/messages-state.ts';
import { NoticesState } from '../../src/application/state/notices-state.ts';
import { PagedList } from '../../src/application/state/paged-list.ts';
import { OnboardingState } from '../../src/application/state/onboarding-state.ts';
import { PlayerState } from '../../src/application/state/player-state.ts';
import { PrivacyState } from '../../src/application/state/privacy-state.ts';
import { SearchState } from '../../src/application/state/search-state.ts';
import { SettingsState } from '../../src/application/state/settings-state.ts';
import { TimeState } from '../../src/application/state/time-state.ts';
import { UserState } from '../../src/application/state/user-state.ts';
import { observed } from '../../src/composition/observed.ts';
import { contentId } from '../../src/domain/content.ts';
import { PLAIN_ITEM } from '../arbitraries/content.ts';

const STATES = [
  AccountState,
  AppInvitationState,
  FavoritesState,
  FinishedState,
  LastJump,
  ListeningTally,
  MessagesState,
  NoticesState,
  OnboardingState,
  PagedList,
  PlayerState,
  PrivacyState,
  SearchState,
  SettingsState,
  TimeState,
  UserState,
];

describe('every state class', () => {
  test.each(STATES.map((State) => [State.name, State] as const))('%s can be watched whole', (_, State) => {
    const state = observed<object>(new State());
    const fields = Object.keys(new State());
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) expect(isObservableProp(state, field), field).toBe(true);
    // A private name would go stale unseen.
    expect(State.toString()).not.toMatch(/this\.#/);
    // A subclass cannot be made observable.
    expect(Object.getPrototypeOf(State.prototype)).toBe(Object.prototype);
  });

  test('leaves its class alone: an instance of its own stays plain', () => {
    observed(new NoticesState());
    const plain = new NoticesState();
    plain.posted('seen');
    expect(plain.notices).toHaveLength(1);
    expect(isObservableProp(plain, 'notices')).toBe(false);
  });

  test('tells whoever watches, through getters and methods too', () => {
    const favorites = observed(new FavoritesState());
    const item = { ...PLAIN_ITEM, id: contentId('watched') };
    const seen: boolean[] = [];
    const stop = autorun(() => seen.push(favorites.isFavorite(item)));
    favorites.contentSaved(item.id, true);
    favorites.reset();
    stop();
    expect(seen).toEqual([false, true, false]);
  });
});
