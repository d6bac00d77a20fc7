import { describe, expect, test } from 'vitest';
import { isObservable, autorun, isObservableProp } from 'mobx';
import { createContainer } from '../../src/composition/adapters.ts';
import { decodeConfiguration } from '../../src/composition/configuration/configuration.ts';
import { Container, feature } from '../../src/composition/container.ts';
import { lazyAdapters } from '../../src/composition/lazy-adapters.ts';
import { TOKENS } from '../../src/composition/tokens.ts';
import { PORTS, token } from '../../src/ports/tokens.ts';
import { ListenerData } from '../../src/application/session/listener-data.ts';
import { resolve } from '../../src/composition/register.ts';
import { FavoritesState } from '../../src/application/favorites/favorites-state.ts';
import { UnreportedTime } from '../../src/application/progress/unreported-time.ts';
import { NoticesState } from '../../src/application/notices-state.ts';
import { UpNextState } from '../../src/application/playback/up-next-state.ts';
import { PagedList } from '../../src/application/catalogue/paged-list.ts';
import { accountServices } from '../../src/application/account/services.ts';
import { services } from '../../src/application/services.ts';
import { observed } from '../../src/composition/observed.ts';
import { contentId } from '../../src/domain/catalogue/content.ts';
import { PLAIN_ITEM } from '../arbitraries/content.ts';

const freshContainer = (): Container => {
  const document = { cognito: { userPoolId: 'us-west-2_Embedded01', clientId: 'client' } };
  const configuration = decodeConfiguration(JSON.stringify(document), 'https://hark.invalid');
  if (!configuration.ok) throw new Error(configuration.error.message);
  return createContainer(configuration.value);
};

describe('the application', () => {
  test.each(Object.keys(PORTS) as (keyof typeof PORTS)[])('lets a test replace the port %s', (name) => {
    const container = freshContainer();
    const double = {};
    container.replace<object>(TOKENS[name], double);
    container.load(lazyAdapters);
    expect(container.get<object>(TOKENS[name])).toBe(double);
  });

  test('binds every port but those of the account page, which load with the page', () => {
    const container = freshContainer();
    container.load(lazyAdapters);
    const unbound = Object.entries(PORTS).filter(([, port]) => !container.isBound(port));
    expect(unbound.map(([name]) => name)).toEqual(['account', 'sessionsApi']);
  });
});

describe('a container', () => {
  const name = token<string>('Name');
  const greeting = token<{ readonly text: string }>('Greeting');
  const greet = (to: string) => ({ text: `Hello ${to}` });

  const withName = (): Container => {
    const container = new Container();
    container.bind(name, () => 'Ada');
    return container;
  };

  test('creates each instance once, from what it needs', () => {
    const container = withName();
    expect(container.isBound(greeting)).toBe(false);
    container.bind(greeting, greet, [name]);
    expect(container.isBound(greeting)).toBe(true);
    expect(container.get(greeting)).toEqual({ text: 'Hello Ada' });
    expect(container.get(greeting)).toBe(container.get(greeting));
  });

  test('leaves an earlier binding as it is', () => {
    const container = withName();
    container.bind(greeting, greet, [name]);
    container.bind(greeting, () => ({ text: 'Bye' }));
    container.bind(name, () => 'Grace');
    expect(container.get(greeting)).toEqual({ text: 'Hello Ada' });
  });

  test('loads a feature, which leaves earlier bindings and shares what was created before', () => {
    const container = withName();
    container.bind(greeting, greet, [name]);
    const first = container.get(greeting);
    const sharing = token<object>('Sharing');
    const late = feature((bind) => {
      bind(name, () => 'Grace');
      bind(sharing, (shared) => ({ shared }), [greeting]);
    });
    container.load(late);
    container.load(late);
    expect(container.get(name)).toBe('Ada');
    expect(container.get(sharing)).toEqual({ shared: first });
  });

  test('replaces what is bound by an instance', () => {
    const container = withName();
    container.bind(greeting, greet, [name]);
    container.replace(name, 'Grace');
    expect(container.get(greeting)).toEqual({ text: 'Hello Grace' });
  });

  test('names what is not bound', () => {
    expect(() => new Container().get(name)).toThrow('Name');
  });
});

class Drafts {
  text = '';

  write(text: string): void {
    this.text = text;
  }

  reset(): void {
    this.text = '';
  }
}

class WriteDraft {
  static readonly inject = [Drafts];

  constructor(readonly drafts: Drafts) {}
}

describe('a class of the application', () => {
  test('is created once, with what its constructor takes', () => {
    const container = new Container();
    expect(resolve(container, WriteDraft)).toBe(resolve(container, WriteDraft));
    expect(resolve(container, WriteDraft).drafts).toBe(resolve(container, Drafts));
  });

  test('is observable if it is a state, and plain if it is a use case', () => {
    const container = new Container();
    expect(isObservable(resolve(container, Drafts))).toBe(true);
    expect(isObservable(resolve(container, WriteDraft))).toBe(false);
  });

  test('loses its data with the listener if it has a method reset', () => {
    const container = new Container();
    const { drafts } = resolve(container, WriteDraft);
    drafts.write('Dear');
    resolve(container, ListenerData).clear();
    expect(drafts.text).toBe('');
  });

  test('is replaced by what a test has bound before', () => {
    const container = new Container();
    const own = new Drafts();
    container.bind(Drafts, () => own);
    expect(resolve(container, WriteDraft).drafts).toBe(own);
  });
});

type StateClass = new () => object;

/** A class that names no dependencies is a state, as in composition. */
const isState = (entry: object): entry is StateClass => typeof entry === 'function' && !('inject' in entry);

/** Every state that the views may observe, and those that only use cases hold. */
const STATES = [
  ...Object.values<object>({ ...services, ...accountServices }).filter(isState),
  UnreportedTime,
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
