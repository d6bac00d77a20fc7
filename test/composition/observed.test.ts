import { autorun, isObservableProp } from 'mobx';
import { describe, expect, test } from 'vitest';
import { AppInvitationState } from '../../src/application/messaging/app-invitation-state.ts';
import { AccountState } from '../../src/application/account/account-state.ts';
import { FavoritesState } from '../../src/application/favorites/favorites-state.ts';
import { FinishedState } from '../../src/application/progress/finished-state.ts';
import { LastJumpState } from '../../src/application/playback/seek/last-jump-state.ts';
import { ListeningTally } from '../../src/application/progress/listening-tally.ts';
import { MessagesState } from '../../src/application/messaging/messages-state.ts';
import { NoticesState } from '../../src/application/notices-state.ts';
import { PagedList } from '../../src/application/catalogue/paged-list.ts';
import { OnboardingState } from '../../src/application/session/onboarding-state.ts';
import { PlayerState } from '../../src/application/playback/player-state.ts';
import { PrivacyState } from '../../src/application/analytics/privacy-state.ts';
import { SearchState } from '../../src/application/catalogue/search-state.ts';
import { PlaybackSettingsState } from '../../src/application/playback/playback-settings-state.ts';
import { TimeState } from '../../src/application/time-state.ts';
import { UserState } from '../../src/application/session/user-state.ts';
import { observed } from '../../src/composition/observed.ts';
import { contentId } from '../../src/domain/catalogue/content.ts';
import { PLAIN_ITEM } from '../arbitraries/content.ts';

const STATES = [
  AccountState,
  AppInvitationState,
  FavoritesState,
  FinishedState,
  LastJumpState,
  ListeningTally,
  MessagesState,
  NoticesState,
  OnboardingState,
  PagedList,
  PlayerState,
  PrivacyState,
  SearchState,
  PlaybackSettingsState,
  TimeState,
  UserState,
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
