import { createHash } from 'node:crypto';
import type { CoverSource } from '../../media/source.ts';
import { drawCover } from './cover.ts';

export interface DrawnCover {
  readonly svg: Buffer;
  /** Identifies the contents. */
  readonly tag: string;
}

/** More covers than a visit shows. A cover has about three thousand bytes. */
const MOST_COVERS = 1000;

/** Draws each cover once and caches it. Above the limit, the least recently used cover goes first. */
export class RecentCovers {
  private readonly cached = new Map<string, DrawnCover>();
  private readonly most: number;

  constructor(most = MOST_COVERS) {
    this.most = most;
  }

  of(source: CoverSource): DrawnCover {
    const key = JSON.stringify(source);
    const cover = this.cached.get(key) ?? drawn(source);
    // Removed and added again, so that the map is in the order of last use.
    this.cached.delete(key);
    const oldest = this.cached.size < this.most ? undefined : this.cached.keys().next().value;
    if (oldest !== undefined) this.cached.delete(oldest);
    this.cached.set(key, cover);
    return cover;
  }
}

function drawn(source: CoverSource): DrawnCover {
  const svg = Buffer.from(drawCover(source));
  return { svg, tag: createHash('sha256').update(svg).digest('base64url').slice(0, 22) };
}
