/** The rules by which the provider may miss listening time. */
export type Reason =
  'page killed' | 'call never answered' | 'storage full' | 'another listener signed in' | 'below a second';

/** A position in a content, in seconds. `chapter` is null in a content without chapters. */
export type Place = { readonly chapter: number | null; readonly position: number };

/** A royalty that a page has sent. */
export type SentRoyalty = {
  readonly duration: number;
  /** Status of the response. Null without a response. */
  status: number | null;
};

export type Breach = { readonly rule: string; readonly words: string };

/** The listening of one listener in one content. Durations are milliseconds of the content. */
export class Account {
  /** How far the position of the audio element has moved. */
  heard = 0;
  /**
   * How long the audio element said that it was playing, multiplied by its speed. The element says so a little before
   * it moves, and also while it seeks.
   */
  played = 0;
  /** How often the sound started or was sought. */
  starts = 0;
  place: (Place & { readonly rate: number; readonly duration: number }) | null = null;
  /** True if the position may be lost by a rule. False again once the content sounds. */
  isPlaceExcused = false;
  /**
   * The target of a seek, computed from the position before it. Set if the page ended before it could report the
   * seek.
   */
  soughtBy: ((position: number, duration: number) => number) | null = null;
  /**
   * The position before the last seek. Set only if the page was killed within a second after that seek. The page may
   * not have saved the target yet, because the sound had not reached it (PROG-11).
   */
  beforeSeek: Account['place'] = null;
  readonly sent: SentRoyalty[] = [];
  /** The most milliseconds that may be missing, by reason. */
  readonly explained = new Map<Reason, number>();

  constructor(
    readonly listener: string,
    readonly content: string,
  ) {}

  explain(reason: Reason, amount: number): void {
    this.explained.set(reason, (this.explained.get(reason) ?? 0) + amount);
  }
}

/** What the listeners really heard, according to the audio elements alone. */
export class Books {
  readonly accounts = new Map<string, Account>();
  readonly breaches: Breach[] = [];
  readonly figures = new Map<string, number>();

  account(listener: string, content: string): Account {
    const key = `${listener} ${content}`;
    const account = this.accounts.get(key) ?? new Account(listener, content);
    this.accounts.set(key, account);
    return account;
  }

  breaks(rule: string, words: string): void {
    this.breaches.push({ rule, words });
  }

  count(name: string, by = 1): void {
    this.figures.set(name, (this.figures.get(name) ?? 0) + by);
  }

  most(name: string, value: number): void {
    this.figures.set(name, Math.max(this.figures.get(name) ?? 0, value));
  }

  figure(name: string): number {
    return this.figures.get(name) ?? 0;
  }
}
