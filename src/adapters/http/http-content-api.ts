import type { Catalogue, ContentApi, FavoritesApi, PlaybackApi, UserApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/platform.ts';
import { ApiClient } from './api-client.ts';
import { HttpCatalogue } from './http-catalogue.ts';
import { HttpFavorites } from './http-favorites.ts';
import { HttpPlayback } from './http-playback.ts';
import { HttpUsers } from './http-users.ts';
import type { ResponseCache } from './response-cache.ts';
import { Transport, type TransportOptions } from './transport.ts';

export class HttpContentApi implements ContentApi {
  readonly catalogue: Catalogue;
  readonly playback: PlaybackApi;
  readonly users: UserApi;
  readonly favorites: FavoritesApi;
  /** For the optional calls, whose code loads later. */
  readonly client: ApiClient;

  constructor(options: TransportOptions, cache: ResponseCache, log: Log) {
    const api = new ApiClient(new Transport(options), cache, log);
    this.client = api;
    this.catalogue = new HttpCatalogue(api);
    this.playback = new HttpPlayback(api, options.apiUrl);
    this.users = new HttpUsers(api);
    this.favorites = new HttpFavorites(api);
  }
}
