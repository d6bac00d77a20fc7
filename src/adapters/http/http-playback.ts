import type { ContentId } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import type { PlaybackReport, RoyaltyReport } from '../../domain/progress/reports.ts';
import { failed, ok } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, Departure, PageKey, PlaybackApi } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { pageParams } from './page-params.ts';
import { resolveMediaUrl } from './media-url.ts';
import { decodeCatalogue } from './wire/catalogue.ts';
import {
  decodePlayingData,
  decodeTokenized,
  encodePlaybackReport,
  encodeRoyaltyReport,
} from './wire/playback.ts';

/**
 * Media addresses, playback records and reports over HTTP. Reports are sent with `keepalive`, so that the browser may
 * complete them after the page was closed.
 */
export class HttpPlayback implements PlaybackApi {
  constructor(
    private readonly api: ApiClient,
    private readonly apiUrl: string,
  ) {}

  async tokenize(url: string, cancellation?: Cancellation): Promise<ApiResult<string>> {
    const answer = await this.api.get(
      { path: apiPath`/audio/tokenize`, params: { url }, cancellation },
      decodeTokenized,
    );
    if (!answer.ok) return answer;
    const resolved = resolveMediaUrl(this.apiUrl, answer.value);
    return resolved === null ? failed({ kind: 'malformed' }) : ok(resolved);
  }

  async playbackRecord(id: ContentId, cancellation?: Cancellation) {
    const answer = await this.api.get(
      { path: apiPath`/user/playing-data/${id}`, cancellation },
      decodePlayingData,
    );
    return !answer.ok && answer.error.kind === 'not-found' ? ok(null) : answer;
  }

  async activeContent(page: PageKey | null, cancellation?: Cancellation) {
    const params = { active: 1, ...pageParams(PAGE_SIZES.activeContent, page) };
    return this.api.get({ path: apiPath`/user/content/`, params, cancellation }, decodeCatalogue.items);
  }

  async reportPlayback(reports: readonly PlaybackReport[], departure?: Departure) {
    const body = reports.map(encodePlaybackReport);
    return this.api.send({ method: 'POST', path: apiPath`/user/content`, body, keepalive: true, departure });
  }

  async reportRoyalty(reports: readonly RoyaltyReport[], departure?: Departure) {
    const body = reports.map(encodeRoyaltyReport);
    return this.api.send({
      method: 'POST',
      path: apiPath`/audio/reporting`,
      body,
      keepalive: true,
      departure,
    });
  }
}
