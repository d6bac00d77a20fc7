import type { Catalogue, ContentApi, FavoritesApi, PlaybackApi, UserApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/platform.ts';
import { ApiClient } from './api-client.ts';
import { HttpCatalogue } from './http-catalogue.ts';
import { HttpFavorites } from './http-favorites.ts';
import { HttpPlayback } from './http-playback.ts';
import { HttpUsers } from './http-users.ts';
import type { ResponseCache } from './response-cache.ts';
import { Transport, type TransportOptions } from './transport.ts';

/** `language` is that of the page, which a search names (LANG-19). */
type Options = TransportOptions & { readonly language?: () => string };

export class HttpContentApi implements ContentApi {
  readonly catalogue: Catalogue;
  readonly playback: PlaybackApi;
  readonly users: UserApi;
  readonly favorites: FavoritesApi;
  /** For the optional calls, whose code loads later. */
  readonly client: ApiClient;

  constructor(options: Options, cache: ResponseCache, log: Log) {
    const api = new ApiClient(new Transport(options), cache, log);
    this.client = api;
    this.catalogue = new HttpCatalogue(api, options.language);
    this.playback = new HttpPlayback(api, options.apiUrl);
    this.users = new HttpUsers(api);
    this.favorites = new HttpFavorites(api);
  }
}
