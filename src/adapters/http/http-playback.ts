import * as v from 'valibot';

import type { ContentId, PlaybackRecord } from '../../domain/catalogue/content.ts';
import type { PlaybackReport, RoyaltyReport } from '../../domain/progress/reports.ts';
import { failed, ok } from '../../domain/result.ts';
import { isInstant, seconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/platform.ts';
import type { ApiResult, Departure, PageKey, PlaybackApi } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath, type ApiPath, resolveMediaUrl } from './api-path.ts';
import { FIRST_CALLS } from './first-calls.ts';
import { decodeItemPage, readContentType } from './wire/content-item.ts';
import { decoder, malformed, type Decoder } from './wire/lists.ts';
import {
  bound,
  flag,
  logUnreadFields,
  optional,
  optionalNumber,
  optionalOrdinal,
  wirePosition,
  requiredText,
} from './wire/scalars.ts';

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
    const response = await this.api.get(
      { path: apiPath`/audio/tokenize`, params: { url }, cancellation },
      decodeTokenized,
    );
    if (!response.ok) return response;
    const resolved = resolveMediaUrl(this.apiUrl, response.value);
    return resolved === null ? failed({ kind: 'malformed' }) : ok(resolved);
  }

  async playbackRecord(id: ContentId, cancellation?: Cancellation) {
    const response = await this.api.get(
      { path: apiPath`/user/playing-data/${id}`, needsSession: true, needsNewRequest: true, cancellation },
      decodePlayingData,
    );
    return !response.ok && response.error.kind === 'not-found' ? ok(null) : response;
  }

  async activeContent(page: PageKey | null, cancellation?: Cancellation) {
    return this.api.get({ ...FIRST_CALLS.activeContent(page), cancellation }, decodeItemPage);
  }

  async reportPlayback(reports: readonly PlaybackReport[], departure?: Departure) {
    const body = reports.map(encodePlaybackReport);
    return this.sendReport(apiPath`/user/content`, body, departure);
  }

  async reportRoyalty(reports: readonly RoyaltyReport[], departure?: Departure) {
    const body = reports.map(encodeRoyaltyReport);
    return this.sendReport(apiPath`/audio/reporting`, body, departure);
  }

  /** A report without a session belongs to nobody, so it waits (PROG-35). */
  private async sendReport(path: ApiPath | null, body: unknown, departure?: Departure) {
    return this.api.send({ method: 'POST', path, body, keepalive: true, needsSession: true, departure });
  }
}

const record = v.object({
  is_active: flag(false),
  content_type: optional(readContentType),
  chapter_index: optionalOrdinal,
  chapter_position: wirePosition,
  last_position: wirePosition,
  playback_speed: optionalNumber,
  updated_at: bound,
});

const toRecord = (sent: v.InferOutput<typeof record>): PlaybackRecord => ({
  isActive: sent.is_active,
  type: sent.content_type,
  chapterIndex: sent.chapter_index,
  position:
    (sent.chapter_index === null
      ? (sent.last_position ?? sent.chapter_position)
      : (sent.chapter_position ?? sent.last_position)) ?? seconds(0),
  ...(sent.chapter_index !== null && sent.last_position !== null && { lastPosition: sent.last_position }),
  speed: sent.playback_speed,
  updatedAt: sent.updated_at !== null && isInstant(sent.updated_at) ? sent.updated_at : null,
});

/** Decodes `/user/playing-data/{id}`. Null and an empty object mean that there is no record. */
export const decodePlayingData: Decoder<PlaybackRecord | null> = (body, log) => {
  if (body === null) return ok(null);
  const parsed = v.safeParse(record, body);
  if (!parsed.success || typeof body !== 'object' || Array.isArray(body)) return malformed;
  // not translated: a text of the log
  logUnreadFields('playback record', body, parsed.output, log);
  return ok(Object.keys(body).length === 0 ? null : toRecord(parsed.output));
};

const tokenized = v.object({ tokenized_url: requiredText });

/** Decodes `/audio/tokenize`. Returns the address as it was sent. */
export const decodeTokenized: Decoder<string> = decoder((body) => {
  const parsed = v.safeParse(tokenized, body);
  return parsed.success ? parsed.output.tokenized_url : null;
});

/** One item of `POST /user/content`: a chapter with the position in it, or the last position (PROG-3). */
const encodePlaybackReport = (report: PlaybackReport) => {
  const listened = {
    id: report.id,
    playback_speed: report.speed,
    content_type: report.contentType,
  };
  return 'lastPosition' in report
    ? { ...listened, last_position: report.lastPosition }
    : { ...listened, chapter_index: report.chapterIndex, chapter_position: report.chapterPosition };
};

/** One item of `POST /audio/reporting`. */
const encodeRoyaltyReport = (report: RoyaltyReport) => ({
  content_id: report.contentId,
  duration: report.duration,
  ...(report.age !== undefined && { age: report.age }),
});
