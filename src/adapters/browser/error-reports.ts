import { milliseconds } from '../../domain/time.ts';
import type { Clock, Subscription } from '../../ports/platform.ts';

/** What may be said of an error: its class, and the file and line of the app's own code (APP-83). */
type Source = { readonly kind: string; readonly file: string; readonly line: number };

/** Of one page. */
const MOST_SOURCES = 10;
const MOST_OF_A_SOURCE = 100;
/** A report waits this long, because more errors may follow, and a page that starts is busy. */
const PAUSE = milliseconds(60_000);

const KIND = /^[A-Z][A-Za-z]{0,39}$/u;
/** A file of the build, with its line. */
const FRAME = /(?<address>https?:\/\/[^\s()@]+\/(?<file>[\w.-]{1,80}\.js)):(?<line>\d{1,9})(?::\d+)?/u;

/** Null for an error of another origin, such as an extension of the browser. */
const sourceOf = (error: unknown, origin: string): Source | null => {
  if (!(error instanceof Error)) return null;
  const { address = '', file = '', line = '' } = FRAME.exec(error.stack ?? '')?.groups ?? {};
  if (URL.parse(address)?.origin !== origin) return null;
  // not translated: a name for developers
  return { kind: KIND.test(error.name) ? error.name : 'Error', file, line: Number(line) };
};

const BROWSERS = [
  ['edge', /Edg(?:A|iOS)?\//u],
  ['opera', /OPR\//u],
  ['firefox', /Firefox\/|FxiOS\//u],
  ['chrome', /Chrom(?:e|ium)\/|CriOS\//u],
  ['safari', /Safari\//u],
] as const;

const browserOf = (userAgent: string): string =>
  BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'other';

/**
 * Reports errors of the app to the operator. A report has no text, no address and no title (APP-83). Equal errors are
 * counted, and one page reports a bounded number.
 */
export class ErrorReports {
  private counts: ReadonlyMap<string, Source & { readonly count: number }> = new Map();
  private sources = 0;

  constructor(
    private readonly address: string,
    private readonly clock: Clock,
    /** The version of the build that runs. */
    private readonly version: string,
  ) {}

  start(): Subscription {
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('error', ({ error }: ErrorEvent) => this.note(error), { signal });
    window.addEventListener('unhandledrejection', ({ reason }) => this.note(reason), { signal });
    window.addEventListener(
      'screen-error',
      (event) => {
        if (event instanceof CustomEvent) this.note(event.detail);
      },
      { signal },
    );
    window.addEventListener('pagehide', () => this.send(), { signal });
    return { unsubscribe: () => listeners.abort() };
  }

  private note(error: unknown): void {
    const source = sourceOf(error, window.location.origin);
    if (source === null) return;
    const key = JSON.stringify(source);
    const before = this.counts.get(key);
    if (before === undefined) {
      if (this.sources === MOST_SOURCES) return;
      this.sources += 1;
      if (this.counts.size === 0) void this.sendLater();
    }
    const count = Math.min((before?.count ?? 0) + 1, MOST_OF_A_SOURCE);
    this.counts = new Map([...this.counts, [key, { ...source, count }]]);
  }

  private async sendLater(): Promise<void> {
    await this.clock.after(PAUSE);
    this.send();
  }

  private send(): void {
    if (this.counts.size === 0) return;
    const errors = [...this.counts.values()];
    this.counts = new Map();
    const browser = browserOf(navigator.userAgent);
    const body = JSON.stringify({ version: this.version, browser, errors });
    // Without credentials and without a referrer, the report belongs to nobody.
    fetch(this.address, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      body,
    }).catch(() => undefined);
  }
}
