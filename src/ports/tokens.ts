import type { AccountApi } from './account.ts';
import type { Analytics } from './analytics.ts';
import type { AudioOutput } from './audio-output.ts';
import type { Auth, Registration, HostedLogin } from './auth.ts';
import type { BookmarkStore, HistoryStore, PlaybackJournal } from './stored-positions.ts';
import type { Clock, Log, Network, Deployment, OfflineApp, MediaPolicy, KeyValueStore } from './platform.ts';
import type {
  Catalogue,
  ContentApi,
  FavoritesApi,
  PlaybackApi,
  UserApi,
  ListeningApi,
  FeedsApi,
  ContentCache,
} from './content-api.ts';
import type { DownloadFiles, DownloadList } from './downloads.ts';
import type { SessionsApi } from './own-sessions.ts';
import type { MediaControls } from './media-controls.ts';
import type { Messaging } from './messaging.ts';
import type { Tabs } from './tabs.ts';
import type { TranscriptReader } from './transcript-reader.ts';

declare const provides: unique symbol;

/** Identifies a port in the container. The composition binds an adapter to it. */
export type PortToken<Port> = symbol & { readonly [provides]?: Port };

/** Makes the token of a port. `name` appears in errors of the container. */
export const token = <Port>(name: string): PortToken<Port> => Symbol(name);

/** One dependency of a constructor: a port by its token, or a use case or a state by its class. */
type Token<Needed> = PortToken<Needed> | (new (...given: never[]) => Needed);

type Tokens<Needs extends readonly unknown[]> = {
  readonly [Index in keyof Needs]-?: Token<Needs[Index]>;
};

/**
 * The type of the static `inject` of a class: the tokens of its constructor's parameters, in the same order. A missing
 * or swapped dependency does not compile.
 */
export type Inject<Type extends abstract new (...given: never[]) => unknown> = Tokens<
  ConstructorParameters<Type>
>;

/** Every port by name. */
export const PORTS = {
  account: token<AccountApi>('AccountApi'),
  analytics: token<Analytics>('Analytics'),
  audioOutput: token<AudioOutput>('AudioOutput'),
  auth: token<Auth>('Auth'),
  bookmarks: token<BookmarkStore>('BookmarkStore'),
  cache: token<ContentCache>('ContentCache'),
  catalogue: token<Catalogue>('Catalogue'),
  clock: token<Clock>('Clock'),
  contentApi: token<ContentApi>('ContentApi'),
  deployment: token<Deployment>('Deployment'),
  downloadFiles: token<DownloadFiles>('DownloadFiles'),
  downloadList: token<DownloadList>('DownloadList'),
  favoritesApi: token<FavoritesApi>('FavoritesApi'),
  feedsApi: token<FeedsApi>('FeedsApi'),
  history: token<HistoryStore>('HistoryStore'),
  hostedLogin: token<HostedLogin>('HostedLogin'),
  listeningApi: token<ListeningApi>('ListeningApi'),
  log: token<Log>('Log'),
  journal: token<PlaybackJournal>('PlaybackJournal'),
  mediaControls: token<MediaControls>('MediaControls'),
  mediaPolicy: token<MediaPolicy>('MediaPolicy'),
  messaging: token<Messaging>('Messaging'),
  network: token<Network>('Network'),
  offlineApp: token<OfflineApp>('OfflineApp'),
  playbackApi: token<PlaybackApi>('PlaybackApi'),
  registration: token<Registration>('Registration'),
  sessionsApi: token<SessionsApi>('SessionsApi'),
  store: token<KeyValueStore>('KeyValueStore'),
  tabs: token<Tabs>('Tabs'),
  transcriptReader: token<TranscriptReader>('TranscriptReader'),
  userApi: token<UserApi>('UserApi'),
};
