/** The rules by which the provider may miss listening time. */
export type Excuse =
  | 'call without a response'
  | 'refused for good'
  | 'page killed'
  | 'machine slept'
  | 'listener refused'
  | 'storage cleared'
  | 'storage full'
  | 'another listener signed in'
  | 'below a second';

export type Point = {
  readonly chapter: number | null;
  /** Position in the sound, in seconds. */
  readonly position: number;
  readonly at: number;
  readonly device: string;
  /** Seconds that may have sounded since the last tick of the sound. */
  readonly slack: number;
  /** By how many milliseconds the clock of the page was behind the provider's. */
  readonly behind: number;
};

/** One listener and one content. */
export type Account = {
  readonly user: string;
  readonly content: string;
  /** Milliseconds of the content that really sounded. */
  heard: number;
  /** The part of this time that was played from files of a browser. */
  heardFromFiles: number;
  /** How often the sound started. A report rounds each start to milliseconds. */
  starts: number;
  /** How often the listener sought. An element that seeks is silent for a moment, and does not report this moment. */
  seeks: number;
  readonly excused: Map<Excuse, number>;
  /** The last position on each device. */
  readonly points: Map<string, Point>;
  /**
   * The positions that the listener chose since the last sound, by a click on Play, in a list or on the time line. The last one
   * stays until the next choice.
   */
  asked: readonly Point[];
  /**
   * Whether the page showed the content as a favourite after the last save. Null after a failed save, or if two saves
   * were pending at once.
   */
  favorite: boolean | null;
  /** Number of pending saves. */
  savingFavorite: number;
  /** The devices on which the listener has opened the content. */
  readonly openedOn: Set<string>;
  /** By how many seconds the stored position may be too early, because a page was killed. */
  pointSlack: number;
  /** When the listener was last at a position that the browser could not store. */
  pointUnsavedAt: number;
  /** When the provider last refused a position for good, or when a position was lost with the storage. */
  pointLostAt: number;
  /** Each position that reached the provider: the time, and the device that sent it. */
  readonly arrivals: { readonly at: number; readonly device: string }[];
};

/** Milliseconds. A page saves its position once a second, and another tab sees this a moment later. */
export const SAME_MOMENT = 1_500;

/** Notes a position that the listener chose. A choice that sounded long enough is no longer needed after that. */
export function ask(account: Account, point: Point): void {
  const lastSound = Math.max(...[...account.points.values()].map(({ at }) => at));
  account.asked = [...account.asked.filter(({ at }) => at > lastSound - SAME_MOMENT), point];
}

/** What the listeners really heard and chose. The simulated world writes it, not the product. */
export class Books {
  readonly accounts = new Map<string, Account>();

  account(user: string, content: string): Account {
    const key = `${user} ${content}`;
    const account = this.accounts.get(key) ?? {
      user,
      content,
      heard: 0,
      heardFromFiles: 0,
      starts: 0,
      seeks: 0,
      excused: new Map<Excuse, number>(),
      points: new Map<string, Point>(),
      asked: [],
      favorite: null,
      savingFavorite: 0,
      openedOn: new Set<string>(),
      pointSlack: 0,
      pointUnsavedAt: Number.NEGATIVE_INFINITY,
      pointLostAt: Number.NEGATIVE_INFINITY,
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
