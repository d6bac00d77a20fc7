/** A point of the viewport, in CSS pixels. */
export type Point = { readonly x: number; readonly y: number };

/** A function that runs in the page. It gets and returns only what JSON can hold. */
type PageFunction<Args extends unknown[], Value> = (...args: Args) => Value | Promise<Value>;

/** The page was replaced by another one while a script ran in it. */
export class PageReplacedError extends Error {
  override name = 'PageReplacedError';
}

/** One tab of a browser: what the driver of every browser can do. */
export interface BrowserTab {
  /** Opens an address, and waits until the document has loaded. */
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  /** @throws {PageReplacedError} */
  evaluate<Args extends unknown[], Value>(work: PageFunction<Args, Value>, ...args: Args): Promise<Value>;
  /** Runs the source text of a script. */
  runScript(source: string): Promise<void>;
  /** Presses the mouse at the first point, moves it through the others, and releases it at the last one. */
  mouse(points: readonly [Point, ...Point[]]): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Brings the tab to the front, and directs the commands to it. */
  activate(): Promise<void>;
}

export type Key = 'ArrowRight' | 'Enter' | 'Escape' | 'Tab';

/** A running browser with the empty storage of a new user. */
export interface BrowserSession {
  /** Name and version, as the browser says them. */
  readonly version: string;
  /** The tab that is there from the start. */
  readonly firstTab: BrowserTab;
  openTab(): Promise<BrowserTab>;
  /** How a second tab differs from a tab of a user, with the reason; null if it does not differ. */
  readonly tabLimit: string | null;
  /** The errors and warnings of all pages so far. */
  problems(): Promise<readonly string[]>;
  end(): Promise<void>;
}

/** The types of notes that a test makes about its browser: its version, and what it cannot do, with the reason. */
export const VERSION = 'browser';
export const LIMIT = 'limit';
