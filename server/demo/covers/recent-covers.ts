import { createHash } from 'node:crypto';
import type { CoverSource } from '../../media/source.ts';
import { drawCover } from './cover.ts';

export interface DrawnCover {
  readonly svg: Buffer;
  /** Names these very contents. */
  readonly tag: string;
}

/** More than the screens of a visit show; a cover has about three thousand bytes. */
const MOST_COVERS = 1000;

/** Draws a cover once and keeps it, up to a bound; what was asked for longest ago goes first. */
export class RecentCovers {
  private readonly kept = new Map<string, DrawnCover>();
  private readonly most: number;

  constructor(most = MOST_COVERS) {
    this.most = most;
  }

  of(source: CoverSource): DrawnCover {
    const key = JSON.stringify(source);
    const cover = this.kept.get(key) ?? drawn(source);
    // Taken out and put back: the map's order is then that of last use.
    this.kept.delete(key);
    const oldest = this.kept.size < this.most ? undefined : this.kept.keys().next().value;
    if (oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(key, cover);
    return cover;
  }
}

function drawn(source: CoverSource): DrawnCover {
  const svg = Buffer.from(drawCover(source));
  return { svg, tag: createHash('sha256').update(svg).digest('base64url').slice(0, 22) };
}
