import { RecentMap } from '../recent-map.ts';

/** For how long a missing address is not requested again, in milliseconds (CAT-46). */
const REMEMBERED_FOR = 60_000;

/** How many missing addresses are remembered (CAT-46). */
const MOST_REMEMBERED = 2_000;

/**
 * Remembers covers that could not be loaded. Otherwise such a cover would cost a request, an error and another image
 * each time that a list scrolls past it.
 */
export class MissingCovers {
  private readonly missingSince = new RecentMap<number>(MOST_REMEMBERED);

  constructor(private readonly now: () => number) {}

  has(address: string): boolean {
    const since = this.missingSince.get(address);
    return since !== undefined && this.now() - since < REMEMBERED_FOR;
  }

  failed(address: string): void {
    this.missingSince.set(address, this.now());
  }

  loaded(address: string): void {
    this.missingSince.delete(address);
  }
}

/** The missing covers of this page. */
export const missingCovers = new MissingCovers(() => performance.now());
