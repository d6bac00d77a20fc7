import type { ServiceIdentifier } from 'inversify';
import type { OpenList } from '../application/catalogue/open-list.ts';
import type { AccountApi } from '../ports/account.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { AudioOutput } from '../ports/audio-output.ts';
import type { Auth } from '../ports/auth.ts';
import type { Clock } from '../ports/clock.ts';
import type { Catalogue, ContentApi, FavoritesApi, PlaybackApi, UserApi } from '../ports/content-api.ts';
import type { ContentCache } from '../ports/content-cache.ts';
import type { Deployment } from '../ports/deployment.ts';
import type { HostedLogin } from '../ports/hosted-login.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Log } from '../ports/log.ts';
import type { MediaControls } from '../ports/media-controls.ts';
import type { Messaging } from '../ports/messaging.ts';
import type { Network } from '../ports/network.ts';
import type { PlaybackJournal } from '../ports/playback-journal.ts';
import type { Registration } from '../ports/registration.ts';
import type { Tabs } from '../ports/tabs.ts';
import type { Configuration } from './configuration.ts';

const token = <Service>(name: string): ServiceIdentifier<Service> => Symbol(name);

/** Makes an empty list that the screens can observe. */
export type ListFactory = ConstructorParameters<typeof OpenList>[0];

/** The ports by name; use cases and states go by their classes. */
export const TOKENS = {
  account: token<AccountApi>('AccountApi'),
  analytics: token<Analytics>('Analytics'),
  audioOutput: token<AudioOutput>('AudioOutput'),
  auth: token<Auth>('Auth'),
  cache: token<ContentCache>('ContentCache'),
  catalogue: token<Catalogue>('Catalogue'),
  clock: token<Clock>('Clock'),
  configuration: token<Configuration>('Configuration'),
  contentApi: token<ContentApi>('ContentApi'),
  createList: token<ListFactory>('ListFactory'),
  deployment: token<Deployment>('Deployment'),
  favoritesApi: token<FavoritesApi>('FavoritesApi'),
  hostedLogin: token<HostedLogin>('HostedLogin'),
  log: token<Log>('Log'),
  journal: token<PlaybackJournal>('PlaybackJournal'),
  mediaControls: token<MediaControls>('MediaControls'),
  messaging: token<Messaging>('Messaging'),
  network: token<Network>('Network'),
  playbackApi: token<PlaybackApi>('PlaybackApi'),
  registration: token<Registration>('Registration'),
  store: token<KeyValueStore>('KeyValueStore'),
  tabs: token<Tabs>('Tabs'),
  userApi: token<UserApi>('UserApi'),
};
