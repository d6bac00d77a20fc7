/** Why listened seconds may be missing at the provider. */
export type Excuse =
  | 'call never answered'
  | 'refused for good'
  | 'page killed'
  | 'machine slept'
  | 'listener refused'
  | 'storage cleared'
  | 'storage full'
  | 'another listener signed in'
  | 'below a second';

export type Place = {
  readonly chapter: number | null;
  /** Seconds. */
  readonly position: number;
  readonly at: number;
  readonly device: string;
  /** Seconds that may have sounded since the last tick. */
  readonly slack: number;
};

/** One listener and one content. */
export type Account = {
  readonly user: string;
  readonly content: string;
  /** Milliseconds of the content that really sounded. */
  heard: number;
  /** How often the sound started. Each report of it is rounded to milliseconds. */
  starts: number;
  /** How often it was sought in. The element is silent for a moment, which it does not report. */
  seeks: number;
  readonly excused: Map<Excuse, number>;
  /** The last place of each device. */
  readonly places: Map<string, Place>;
  /** The newest place that the listener chose, by a click on Play, in a list or on the time line. */
  asked: Place | null;
  /** The place before the last seek. */
  beforeSeek: Place | null;
  /** Whether the page has shown it as a favourite after the last save. Null if a save failed, or if two were on their way. */
  favorite: boolean | null;
  /** Saves that are on their way. */
  savingFavorite: number;
  /** The devices on which the listener has asked for it. */
  readonly openedOn: Set<string>;
  /** Seconds that the place may be behind, because a page was killed. */
  placeSlack: number;
  /** When the provider last refused a position for good, or a position was lost with the storage. */
  placeLostAt: number;
  /** When and from where positions arrived. */
  readonly arrivals: { readonly at: number; readonly device: string }[];
};

/** What truly happened, written by the world and not by the product. */
export class Books {
  readonly accounts = new Map<string, Account>();

  account(user: string, content: string): Account {
    const key = `${user} ${content}`;
    const account = this.accounts.get(key) ?? {
      user,
      content,
      heard: 0,
      starts: 0,
      seeks: 0,
      excused: new Map<Excuse, number>(),
      places: new Map<string, Place>(),
      asked: null,
      beforeSeek: null,
      favorite: null,
      savingFavorite: 0,
      openedOn: new Set<string>(),
      placeSlack: 0,
      placeLostAt: Number.NEGATIVE_INFINITY,
      arrivals: [],
    };
    this.accounts.set(key, account);
    return account;
  }

  excuse(user: string, content: string, amount: number, reason: Excuse): void {
    const { excused } = this.account(user, content);
    excused.set(reason, (excused.get(reason) ?? 0) + amount);
  }
}
