import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { SeedProgress } from './catalogue/seed-catalogue.ts';
import type { RunAlone } from './db/exclusive.ts';
import type { Clock } from './clock.ts';
import type { Database } from './members/tables.ts';
import type { OriginRule } from './http/cors.ts';
import type { RequestCounts } from './http/request-counts.ts';
import type { Lookup, Verify } from './media/request.ts';
import type { Pool } from './pool/index.ts';
import type { MadeMedia } from './store/made-media.ts';

/**
 * The content of a provider: its catalogue, its media, and what runs besides the product API. `server/demo` is the
 * source of the demonstration. `server/library` is the source for the operator's own files.
 */
export interface ProviderSource {
  /** The name of the source. A database belongs to the source that filled it first. */
  readonly name: 'demo' | 'library';
  /** Fills the tables before the provider listens. */
  prepare(context: SourceContext): Promise<void>;
  createMedia(options: MediaOptions): Media;
  /** Starts the work in the background, once the provider listens. */
  start?(context: SourceContext): BackgroundWork;
  /** Null: the app sends its analytics and messaging nowhere, unless its configuration names a service. */
  readonly collectors: Collectors | null;
  /** Null: the app has only the links of its configuration. */
  readonly pages: Pages | null;
}

export interface SourceContext {
  readonly db: Database;
  readonly alone: RunAlone;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Files that are made of others, for a source that makes some. */
  readonly made: MadeMedia;
  /** The minimum number of items, for a source that can generate items. */
  readonly scale: number;
  readonly progress?: SeedProgress;
}

export interface BackgroundWork {
  stop(): Promise<void>;
}

export interface Media {
  /** Serves `/media/audio/*` and `/media/pdf/*` to signed addresses, and `/media/covers/*` to everybody. */
  readonly routes: FastifyPluginAsync;
  /** Stops the work in the background, and ends open streams. */
  close(): Promise<void>;
}

export interface MediaOptions {
  readonly db: Database;
  /** The folder for generated media of this process. It is created if it is missing. */
  readonly cacheDir: string;
  /** Files that are made of others, for all processes. */
  readonly made: MadeMedia;
  /** Finds the medium of a path such as `/media/audio/the-tide-library-3.mp3`. Null gives a 404. */
  readonly lookup: Lookup;
  /** Checks an address with its token. Every result but `ok` leads to a 403. */
  readonly verify: Verify;
  /** Whether a listener may hear a sound at this moment: its account is active, and it is entitled (ENT-77). */
  readonly mayHear: (sub: string, path: string) => Promise<boolean>;
  readonly clock: Clock;
  /** Counts requests for the limits. */
  readonly requestCounts: RequestCounts;
  /** Receives one line for each failure. */
  readonly log: (line: string) => void;
  /** The most requests of one network address in a second. Without it, the source has its own limit. */
  readonly requestsPerSecond?: number | undefined;
}

/** The services that receive the app's analytics and messaging. */
export interface Collectors {
  install(server: FastifyInstance, options: CollectorOptions): Promise<void>;
  /** The fields of the app's configuration with which a page sends its events to the collectors of an origin. */
  configurationAt(origin: string): Readonly<Record<string, unknown>>;
}

export interface CollectorOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Counts requests for the limits. */
  readonly requestCounts: RequestCounts;
  readonly origins: OriginRule;
  /** Opens the test controls below `/__collectors`. */
  readonly control: boolean;
  /** The most requests of one network address in a second. 100 by default. */
  readonly requestsPerSecond?: number | undefined;
}

/** The pages that the app's links lead to if its configuration names no others. */
export interface Pages {
  readonly prefix: string;
  readonly routes: FastifyPluginAsync;
  /** The addresses of the pages at an origin, by the fields of the app's links. */
  linksAt(origin: string): Readonly<Record<string, string>>;
}
