/** For how long an address is not asked for again once it had nothing, in milliseconds. */
const REMEMBERED_FOR = 60_000;

/** As many addresses as a long list shows before the first of them may be asked for again. */
const MOST_REMEMBERED = 2_000;

/** How much one cover says about those that follow. */
const WEIGHT = 0.1;

/**
 * Which covers could not be had of late. An address that had nothing costs a request, an error and another picture each
 * time that a list scrolls past it; remembered, it costs nothing.
 */
export class MissingCovers {
  private readonly missingSince = new Map<string, number>();
  /** Of the latest covers, the part that could not be had; the latest weigh most. */
  private share = 0;

  constructor(private readonly now: () => number) {}

  /** Most covers are missing: those that nobody knows of yet are worth no frame of a list that is flung. */
  get areMost(): boolean {
    return this.share > 0.5;
  }

  has(address: string): boolean {
    const since = this.missingSince.get(address);
    return since !== undefined && this.now() - since < REMEMBERED_FOR;
  }

  failed(address: string): void {
    this.share += (1 - this.share) * WEIGHT;
    this.missingSince.delete(address);
    this.missingSince.set(address, this.now());
    const oldest = this.missingSince.keys().next();
    if (this.missingSince.size > MOST_REMEMBERED && oldest.done !== true)
      this.missingSince.delete(oldest.value);
  }

  came(address: string): void {
    this.share -= this.share * WEIGHT;
    this.missingSince.delete(address);
  }
}

/** Of this page. */
export const missingCovers = new MissingCovers(() => performance.now());
