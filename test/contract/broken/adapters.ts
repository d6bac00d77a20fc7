import { Emitter } from '../../../src/adapters/shared/emitter.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import type { AudioEvent, LoadId } from '../../../src/ports/audio-output.ts';
import { describeAccount } from '../session/account.ts';
import { describeAnalytics } from '../services/analytics.ts';
import { describeAudioOutput } from '../playback/audio-output.ts';
import { describeAuth } from '../session/auth.ts';
import { describeClock } from '../platform/clock.ts';
import { describeContentApi } from '../content-api/content-api.ts';
import { describeContentCache } from '../content-api/content-cache.ts';
import { describeDeployment } from '../platform/deployment.ts';
import { describeHostedLogin } from '../session/hosted-login.ts';
import { gathered } from '../in-page/vitest.ts';
import { describeKeyValueStore } from '../platform/key-value-store.ts';
import { describeLog } from '../platform/log.ts';
import { describeMediaControls } from '../playback/media-controls.ts';
import {
  memoryAccount,
  memoryAnalytics,
  memoryAudioOutput,
  memoryAuth,
  memoryClock,
  memoryContentApi,
  memoryContentCache,
  memoryDeployment,
  memoryHostedLogin,
  memoryKeyValueStore,
  memoryLog,
  memoryMediaControls,
  memoryMessaging,
  memoryNetwork,
  memoryPlaybackJournal,
  memoryRegistration,
  memoryTabs,
} from '../memory-fixtures.ts';
import { describeMessaging } from '../services/messaging.ts';
import { describeNetwork } from '../platform/network.ts';
import { describePlaybackJournal } from '../playback/playback-journal.ts';
import { describeRegistration } from '../session/registration.ts';
import { describeTabs } from '../playback/tabs.ts';

/** One adapter that breaks one promise, and what its suite has to say of it. */
type Broken = {
  readonly name: string;
  /** What one of the failures says: the name of the test, and its message. */
  readonly said: string;
  readonly tests: ReadonlyMap<string, () => Promise<void> | void>;
};

/** Every port has at least one. */
export const BROKEN: Broken[] = [];

/**
 * Describes a double of which one thing is broken.
 *
 * @param name what is broken
 * @param said what one of the failures has to say of it
 */
const breaks = <World>(
  describe: (name: string, make: () => World) => void,
  make: () => World,
  damage: (world: Awaited<World>) => void,
  name: string,
  said: string,
): void => {
  gathered.clear();
  const damaged = (world: Awaited<World>): Awaited<World> => {
    damage(world);
    return world;
  };
  describe(name, () => {
    const world = make();
    // Some worlds take time to make.
    return (world instanceof Promise ? world.then(damaged) : damaged(world as Awaited<World>)) as World;
  });
  BROKEN.push({ name, said, tests: new Map(gathered) });
};

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api }) => Reflect.set(api.catalogue, 'search', undefined),
  'a provider without a call',
  'the call catalogue.search is missing',
);

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api: { catalogue } }) => {
    const whole = catalogue.podcastEpisodes.bind(catalogue);
    catalogue.podcastEpisodes = async (...asked) => {
      const page = await whole(...asked);
      return page.ok ? ok({ ...page.value, items: page.value.items.toReversed() }) : page;
    };
  },
  'a provider whose pages are in another order',
  'the episodes in their order, each once',
);

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api: { catalogue } }) => {
    const whole = catalogue.newReleases.bind(catalogue);
    catalogue.newReleases = async (...asked) => {
      const page = await whole(...asked);
      return page.ok ? page : ok({ items: [], next: null });
    };
  },
  'a provider that swallows a failure',
  'fails as unreachable, instead of returning an empty list',
);

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api: { catalogue } }) => {
    const whole = catalogue.trending.bind(catalogue);
    catalogue.trending = async () => {
      const page = await whole(null);
      return page.ok ? ok({ ...page.value, next: 2 }) : page;
    };
  },
  'a provider whose pages never end',
  'paging has to end: after 200 pages there was still a next one',
);

breaks(
  describeContentCache,
  memoryContentCache,
  ({ cache }) => {
    cache.purgeExpired = () => cache.clear();
  },
  'a cache that drops everything when it is tidied',
  'drops what has expired, and nothing else',
);

breaks(
  describeContentCache,
  memoryContentCache,
  ({ cache }) => {
    cache.forgetContent = () => cache.clear();
  },
  'a cache that forgets everything for one title',
  'forgets the answer of one title, and nothing else',
);

breaks(
  describeAuth,
  memoryAuth,
  ({ auth }) => {
    const whole = auth.session.bind(auth);
    auth.session = async () => {
      const session = await whole();
      if (!session.ok && session.error.kind === 'unreachable') await auth.signOut();
      return session;
    };
  },
  'a sign-in that takes a network failure for the end',
  'keeps what it holds when the service cannot be asked',
);

breaks(
  describeAuth,
  memoryAuth,
  ({ auth }) => {
    const whole = auth.ended.subscribe.bind(auth.ended);
    auth.ended.subscribe = (next) =>
      whole((ending) => {
        next(ending);
        next(ending);
      });
  },
  'a sign-in that tells each ending twice',
  'what it told of the end',
);

breaks(
  describeRegistration,
  memoryRegistration,
  ({ registration }) => {
    const whole = registration.confirmSignUp.bind(registration);
    registration.confirmSignUp = async (confirmation) => {
      await whole(confirmation);
      return ok(undefined);
    };
  },
  'a registration that takes any code',
  'makes an account that is confirmed by its code',
);

breaks(
  describeAccount,
  memoryAccount,
  ({ account }) => {
    const whole = account.devices.bind(account);
    account.devices = async () => whole(null);
  },
  'an account whose devices begin again on every page',
  'lists the devices in pages of 60, each once, and knows the one at hand',
);

breaks(
  describeHostedLogin,
  memoryHostedLogin,
  ({ login, answer }) => {
    const whole = login.arrive.bind(login);
    login.arrive = (query) => (query.includes('forged') ? whole(answer()) : whole(query));
  },
  'a hosted login that takes an answer to nothing',
  'which answers nothing that was asked here',
);

breaks(
  describeKeyValueStore,
  memoryKeyValueStore,
  ({ store }) => {
    const whole = store.keys.bind(store);
    store.keys = () => [...whole(), 'somebody else'];
  },
  'a store that lists what is not its own',
  'an empty store',
);

breaks(
  describeKeyValueStore,
  memoryKeyValueStore,
  ({ store }) => {
    const whole = store.set.bind(store);
    store.set = (key, value) => {
      whole(key, value);
      return ok(undefined);
    };
  },
  'a store that swallows being full',
  'says that it is full, and keeps what it had',
);

breaks(
  describePlaybackJournal,
  memoryPlaybackJournal,
  ({ journal }) => {
    const whole = journal.reports.bind(journal);
    journal.reports = () => whole().toReversed();
  },
  'a journal that turns its reports round',
  'keeps reports in the order in which they were made, until they are forgotten',
);

breaks(
  describeAudioOutput,
  memoryAudioOutput,
  ({ output }) => {
    const late = new Emitter<AudioEvent>();
    const [subscribe, load] = [output.events.subscribe.bind(output.events), output.load.bind(output)];
    let superseded: LoadId | null = null;
    output.events.subscribe = (next) => {
      late.subscribe(next);
      return subscribe(next);
    };
    output.load = (source) => {
      if (superseded !== null) late.emit({ load: superseded, kind: 'ended' });
      superseded = load(source);
      return superseded;
    };
  },
  'a voice that tells late of what was superseded',
  'what it told of sources that were superseded',
);

breaks(
  describeMediaControls,
  memoryMediaControls,
  ({ controls }) => {
    const whole = controls.show.bind(controls);
    controls.show = (playing) => {
      if (playing !== null) whole(playing);
    };
  },
  'controls that cannot be taken away',
  'has no button before anything is shown, nor after it was taken away',
);

breaks(
  describeTabs,
  memoryTabs,
  ({ one }) => {
    one.exclusively = async (_name, work) => work();
  },
  'tabs that do not wait for each other',
  'does work of one name one piece after the other, though one of them fails',
);

breaks(
  describeNetwork,
  memoryNetwork,
  ({ network }) => {
    network.isOnline = () => true;
  },
  'a network that never goes away',
  'after it went away',
);

breaks(
  describeDeployment,
  memoryDeployment,
  ({ deployment }) => {
    deployment.reload = () => true;
  },
  'a page that is loaded anew for ever',
  'the second time, which would be one of many',
);

breaks(
  describeClock,
  memoryClock,
  ({ clock }) => {
    clock.every = (period) => ({
      subscribe: (next) => {
        let isHeard = true;
        const beat = async (): Promise<void> => {
          while (isHeard) {
            await clock.after(period);
            next(instant(clock.now()));
          }
        };
        void beat();
        return {
          unsubscribe: () => {
            isHeard = false;
          },
        };
      },
    });
  },
  'a clock that beats once more when nobody listens',
  'beats with the time of each beat until nobody listens',
);

breaks(
  describeLog,
  memoryLog,
  ({ log }) => {
    log.error = (message, details) => log.warn(message, details);
  },
  'a log that takes errors for warnings',
  'keeps warnings apart from errors, in order',
);

breaks(
  describeAnalytics,
  memoryAnalytics,
  ({ analytics }) => {
    analytics.permit = () => undefined;
  },
  'analytics that do not ask whether they may',
  'only where it may, and then of nobody who was known before',
);

breaks(
  describeMessaging,
  memoryMessaging,
  ({ messaging }) => {
    messaging.reset = () => undefined;
    messaging.identify = () => undefined;
  },
  'messaging that does not know of whom it tells',
  'tells what each listener did as theirs, in order',
);
