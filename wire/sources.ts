import * as v from 'valibot';
import { list, plain, time } from './scalars.ts';

/** The studio's calls about imports and feeds. The provider and the page of the studio share them. */

const folder = v.object({ path: v.string(), kind: v.picklist(['library', 'uploads']) });

const count = v.number();

const importReport = v.object({
  id: v.string(),
  folder: v.string(),
  started_at: time,
  ended_at: time,
  outcome: v.picklist(['running', 'done', 'failed']),
  message: v.nullable(v.string()),
  progress: v.nullable(v.object({ read: v.number(), total: v.number() })),
  counts: v.object({
    added: count,
    changed: count,
    missing: count,
    returned: count,
    refused: count,
    notes: count,
  }),
});

export const imports = v.object({ folders: list(folder), imports: list(importReport) });

export const importLines = v.object({
  lines: list(
    v.object({
      kind: v.picklist(['added', 'changed', 'missing', 'returned', 'refused', 'notes']),
      path: v.nullable(v.string()),
      title: v.nullable(v.string()),
      reason: v.nullable(v.string()),
    }),
  ),
  /** How many further lines there are. */
  left_out: v.number(),
});

export const newFeed = v.strictObject({
  url: v.pipe(plain, v.maxLength(10_000), v.trim(), v.minLength(1, 'must not be empty')),
});

const feed = v.object({
  id: v.string(),
  title: v.string(),
  url: v.string(),
  episodes: v.number(),
  fetched_at: time,
  next_at: time,
  error: v.nullable(v.string()),
});

/** The podcasts of an OPML document. */
export const listedFeeds = v.object({ feeds: v.array(v.object({ title: v.string(), url: v.string() })) });
export const opmlText = v.object({ opml: v.string() });

export const addedFeed = v.object({ feed });
export const feeds = v.object({ feeds: list(feed) });
export const feedRefresh = v.object({ outcome: v.string(), message: v.nullable(v.string()) });
