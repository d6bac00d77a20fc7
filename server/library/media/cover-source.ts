import type { FastifyRequest } from 'fastify';
import type { CatalogueDatabase } from '../../catalogue/tables.ts';
import { parseMediaPath } from '../../media/path.ts';
import { sourceOf, type Lookup, type Verify } from '../../media/request.ts';
import type { CoverSource } from '../../media/source.ts';

/** An address for the studio may be used this long after its end, because a page with a table stays open. */
const LONGEST_AFTER_SECONDS = 86_400;

export interface CoverOptions {
  readonly db: CatalogueDatabase;
  readonly lookup: Lookup;
  readonly verify: Verify;
}

/** A cover, and whether everybody may see it. */
export interface FoundCover {
  readonly source: CoverSource;
  readonly isPublic: boolean;
}

/**
 * Finds the cover of a requested address. The cover of a title that is hidden or missing is found only at an address that
 * the studio has signed (STU-18).
 */
export async function findCover(
  request: FastifyRequest,
  { db, lookup, verify }: CoverOptions,
): Promise<FoundCover | null> {
  const source = await sourceOf(request, 'cover', lookup);
  if (source !== null) return { source, isPublic: true };
  const url = new URL(request.url, 'http://localhost');
  const path = parseMediaPath(url.pathname);
  if (path?.kind !== 'cover' || path.of !== 'item') return null;
  const check = verify(url);
  const isSigned =
    check.verdict === 'ok' || (check.verdict === 'expired' && check.secondsAgo <= LONGEST_AFTER_SECONDS);
  if (!isSigned) return null;
  const row = await db
    .selectFrom('titles')
    .select(['title', 'authors'])
    .where('id', '=', path.id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { title, authors } = row;
  const { id, of } = path;
  return { source: { kind: 'cover', of, id, title, authors, themes: [] }, isPublic: false };
}
