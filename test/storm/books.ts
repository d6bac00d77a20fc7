/** Why listened seconds may be missing at the provider. */
export type Reason =
  'page killed' | 'call never answered' | 'storage full' | 'another listener signed in' | 'below a second';

/** A place in a content. A chapter is null in a content without chapters. */
export type Place = { readonly chapter: number | null; readonly position: number };

/** A royalty that was handed to the network. */
export type SentRoyalty = {
  readonly duration: number;
  /** Null without a response. */
  status: number | null;
};

export type Breach = { readonly rule: string; readonly words: string };

/** One listener and one content. Durations are milliseconds of the content. */
export class Account {
  /** How far the audio element moved. */
  heard = 0;
  /** How long, at its speed, the element said that it plays. It says so a little before it moves, and while it seeks. */
  played = 0;
  /** How often the sound started or was sought. */
  starts = 0;
  place: (Place & { readonly rate: number; readonly duration: number }) | null = null;
  /** The place may be lost by a rule, until the content is heard again. */
  isPlaceExcused = false;
  /** Where a seek leads to from a position, if the page ended before it could say that it sought. */
  soughtBy: ((position: number, duration: number) => number) | null = null;
  readonly sent: SentRoyalty[] = [];
  /** At most so much may be missing, by reason. */
  readonly explained = new Map<Reason, number>();

  constructor(
    readonly listener: string,
    readonly content: string,
  ) {}

  explain(reason: Reason, amount: number): void {
    this.explained.set(reason, (this.explained.get(reason) ?? 0) + amount);
  }
}

/** What the listeners really heard, written from the audio elements alone. */
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
