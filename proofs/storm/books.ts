import type { StoredReports } from '../../e2e/support/provider.ts';

/** The rules by which the provider may miss listening time. */
export type Reason =
  | 'page killed'
  | 'call without a response'
  | 'storage full'
  | 'another listener signed in'
  | 'below a second';

/** A position in a content, in seconds. `chapter` is null in a content without chapters. */
export type Point = { readonly chapter: number | null; readonly position: number };

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
  point: (Point & { readonly rate: number; readonly duration: number }) | null = null;
  /** True if the position may be lost by a rule. False again once the content sounds. */
  isPointExcused = false;
  /**
   * The target of a seek, computed from the position before it. Set if the page ended before it could report the
   * seek.
   */
  soughtBy: ((position: number, duration: number) => number) | null = null;
  /**
   * The position before the last seek. Set only if the page was killed within a second after that seek. The page may
   * not have saved the target yet, because the sound had not reached it (PROG-11).
   */
  beforeSeek: Account['point'] = null;
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

/**
 * Tolerated milliseconds for each start: two clocks are read one after the other, and reports are rounded. A busy
 * machine reads the second clock late. A royalty that is counted twice is longer than this.
 */
const INACCURACY_MS = 50;

/** True for a response that says that a royalty was not counted. The page sends it again. */
const REFUSED = (status: number): boolean => status === 401 || status === 429 || status >= 500;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Compares what the listeners heard with what the provider has stored. */
export function compareBooks(books: Books, stored: StoredReports): void {
  for (const account of books.accounts.values()) {
    explainLostCalls(account, stored);
    compareRoyalties(books, account, stored);
    comparePoint(books, account, stored);
  }
}

const countedOf = ({ listener, content }: Account, { royalties }: StoredReports): readonly number[] =>
  royalties
    .filter(({ email, content_id }) => email === listener && content_id === content)
    .map(({ duration }) => duration);

/** Explains the royalties that were sent and did not arrive. The page does not send them again (PROG-33). */
function explainLostCalls(account: Account, stored: StoredReports): void {
  const counted = [...countedOf(account, stored)];
  for (const { duration, status } of account.sent) {
    const at = counted.indexOf(duration);
    if (at !== -1) counted.splice(at, 1);
    else if (status === null || !REFUSED(status)) account.explain('call without a response', duration);
  }
}

function compareRoyalties(books: Books, account: Account, stored: StoredReports): void {
  const { heard, played, explained, starts, listener, content } = account;
  const counted = countedOf(account, stored).reduce((sum, duration) => sum + duration, 0);
  books.count('milliseconds heard', heard);
  books.count('milliseconds counted', counted);
  books.count('milliseconds played', played);
  books.most('most milliseconds counted beyond what was played', counted - played);
  const tolerated = 20 + starts * INACCURACY_MS;
  const inWords =
    `${listener} heard ${seconds(heard)} (played ${seconds(played)}) of ${content} in ${String(starts)} starts, ` +
    `counted are ${seconds(counted)}`;
  if (counted > played + tolerated) {
    books.count('milliseconds counted twice', counted - played);
    books.breaks('PROG-62 listened seconds are counted at most once', inWords);
  }
  let missing = Math.max(heard - counted, 0);
  for (const [reason, most] of inOrder(explained)) {
    const part = Math.min(missing, most);
    missing -= part;
    books.count(`milliseconds given up: ${reason}`, part);
  }
  if (missing > tolerated) {
    const reasons = [...explained].map(([reason, amount]) => `${reason} ${seconds(amount)}`);
    books.breaks(
      'PROG-63 all listened seconds are counted',
      `${inWords}; explained: ${reasons.length === 0 ? 'nothing' : reasons.join(', ')}`,
    );
  }
}

/** The reasons in the order in which they are used: exact amounts first. */
const ORDER: readonly Reason[] = [
  'call without a response',
  'another listener signed in',
  'storage full',
  'page killed',
  'below a second',
];

const inOrder = (explained: Account['explained']): readonly (readonly [Reason, number])[] =>
  ORDER.map((reason) => [reason, explained.get(reason) ?? 0]);

function comparePoint(
  books: Books,
  { listener, content, point, soughtBy, beforeSeek, isPointExcused }: Account,
  stored: StoredReports,
): void {
  if (point === null || isPointExcused || point.position < 2) return;
  const record = stored.positions.find(({ email, item_id }) => email === listener && item_id === content);
  const position = (record?.chapter_position ?? record?.last_position ?? 0) / 1000;
  const off = Math.abs(point.position - position) / point.rate;
  const wasSeekLost = beforeSeek !== null && Math.abs(beforeSeek.position - position) <= beforeSeek.rate;
  if (wasSeekLost && record?.chapter_index === beforeSeek.chapter) return;
  if (record !== undefined && record.chapter_index === point.chapter) {
    // The page may have reported the target of its last seek, and then ended before the sound moved.
    const target = soughtBy?.(point.position, point.duration);
    if (target !== undefined && Math.abs(target - position) <= point.rate) {
      books.count('positions at the target of a seek before its sound');
      return;
    }
    books.most('largest loss of position', off);
    if (off <= 1) return;
  }
  books.breaks(
    'PROG-64 the position at the provider is the newest',
    `${listener} is in ${content} at ${String(point.chapter)} ${point.position.toFixed(2)}, the provider has ` +
      `${String(record?.chapter_index)} ${position.toFixed(2)}`,
  );
}
