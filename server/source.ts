import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { BuildCatalogue } from './catalogue/types.ts';
import type { Clock } from './clock.ts';
import type { Database } from './members/tables.ts';
import type { OriginRule } from './http/cors.ts';
import type { Lookup, Verify } from './media/request.ts';
import type { Pool } from './pool/index.ts';

/**
 * The content of a provider, which the provider itself does not know: what there is to listen to, who may sign in and
 * what runs beside the product API. `server/demo` holds the one that is invented for the demonstration.
 */
export interface ProviderSource {
  readonly buildCatalogue: BuildCatalogue;
  createMedia(options: MediaOptions): Media;
  /**
   * Adds the listeners that are there from the start.
   *
   * @param now epoch milliseconds
   */
  seedListeners(db: Database, pool: Pick<Pool, 'ensureUser'>, now: number): Promise<void>;
  readonly collectors: Collectors;
  readonly pages: Pages;
}

export interface Media {
  /** Serves `/media/audio/*` and `/media/pdf/*` to signed addresses, and `/media/covers/*` to everybody. */
  readonly routes: FastifyPluginAsync;
  /** Stops what runs in the background; open streams break off. */
  close(): Promise<void>;
}

export interface MediaOptions {
  /** The folder for finished media; created if it is missing. */
  readonly cacheDir: string;
  /** Finds what a path names, such as `/media/audio/the-tide-library-3.mp3`; null answers 404. */
  readonly lookup: Lookup;
  /** Checks a whole address with its token; anything but `ok` answers 403. */
  readonly verify: Verify;
  readonly clock: Clock;
  /** The most requests of one network address in a second; the source chooses a limit if none is given. */
  readonly requestsPerSecond?: number | undefined;
}

/** The services that receive the app's analytics and messaging. */
export interface Collectors {
  install(server: FastifyInstance, options: CollectorOptions): Promise<void>;
  /** The fields of the app's configuration that send a page's events to the collectors of an origin. */
  configurationAt(origin: string): Readonly<Record<string, unknown>>;
}

export interface CollectorOptions {
  readonly clock: Clock;
  readonly origins: OriginRule;
  /** Opens the test controls below `/__collectors`. */
  readonly control: boolean;
  /** The most requests of one network address in a second; 100 if none is given. */
  readonly requestsPerSecond?: number | undefined;
}

/** The pages that the app's links lead to if its configuration names no others. */
export interface Pages {
  readonly prefix: string;
  readonly routes: FastifyPluginAsync;
  /** The addresses of the pages at an origin, by the fields of the app's links. */
  linksAt(origin: string): Readonly<Record<string, string>>;
}
