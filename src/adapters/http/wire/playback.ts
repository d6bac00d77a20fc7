import * as v from 'valibot';

import { ContentType } from '../../../domain/catalogue/content.ts';
import type { PlaybackRecord } from '../../../domain/catalogue/content.ts';
import type { PlaybackReport, RoyaltyReport } from '../../../domain/progress/reports.ts';
import { isInstant, seconds } from '../../../domain/time.ts';
import { ok } from '../../../domain/result.ts';
import { contentType } from './content-item.ts';
import { decoder, malformed } from './decoded.ts';
import type { Decoder } from './decoded.ts';
import { bound, flag, optionalNumber, optionalOrdinal, place, requiredText } from './scalars.ts';

const record = v.object({
  is_active: flag(false),
  content_type: contentType,
  chapter_index: optionalOrdinal,
  chapter_position: place,
  last_position: place,
  playback_speed: optionalNumber,
  updated_at: bound,
});

const toRecord = (sent: v.InferOutput<typeof record>): PlaybackRecord => ({
  isActive: sent.is_active,
  type: sent.content_type ?? ContentType.DEFAULT,
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
export const decodePlayingData: Decoder<PlaybackRecord | null> = (body) => {
  if (body === null) return ok(null);
  const parsed = v.safeParse(record, body);
  if (!parsed.success || typeof body !== 'object' || Array.isArray(body)) return malformed;
  return ok(Object.keys(body).length === 0 ? null : toRecord(parsed.output));
};

const tokenized = v.object({ tokenized_url: requiredText });

/** Decodes `/audio/tokenize`. Returns the address as it was sent. */
export const decodeTokenized: Decoder<string> = decoder((body) => {
  const parsed = v.safeParse(tokenized, body);
  return parsed.success ? parsed.output.tokenized_url : null;
});

/** One item of `POST /user/content`: a chapter with the position in it, or the last position (PROG-3). */
export const encodePlaybackReport = (report: PlaybackReport) => {
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
export const encodeRoyaltyReport = (report: RoyaltyReport) => ({
  content_id: report.contentId,
  duration: report.duration,
});
