import { milliseconds, type Instant } from '../../../domain/time.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ApiResult, PlaybackApi } from '../../../ports/content-api.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/** How long a preloaded address is used. The provider's own limit is longer. */
const FRESH = milliseconds(60_000);

/** How many are stored. The oldest are removed first, because the last ones are the most likely to be played. */
const KEPT = 4;

type Prepared = {
  readonly answer: Promise<ApiResult<string>>;
  readonly at: Instant;
  /** The result and its time. Null while the request is pending. */
  come: { readonly answer: ApiResult<string>; readonly at: Instant } | null;
};

/** Playable addresses of audio. Some are preloaded. */
export class AudioAddresses {
  static readonly inject: Inject<typeof AudioAddresses> = [PORTS.playbackApi, PORTS.clock];
  private preloaded: ReadonlyMap<string, Prepared> = new Map();

  constructor(
    private readonly api: PlaybackApi,
    private readonly clock: Clock,
  ) {}

  /**
   * Preloads an address once. A failure is ignored until the address is needed.
   *
   * @param src a media address, as a track holds it
   */
  async preload(src: string): Promise<ApiResult<string>> {
    const held = this.fresh(src);
    if (held !== null) return held.answer;
    const answer = this.api.tokenize(src);
    const prepared: Prepared = { answer, at: this.clock.now(), come: null };
    const others = [...this.preloaded].filter(([other]) => other !== src);
    this.preloaded = new Map([...others, [src, prepared] as const].slice(-KEPT));
    const come = await answer;
    prepared.come = { answer: come, at: this.clock.now() };
    return come;
  }

  /** Takes a preloaded address synchronously, so that the audio can start in the same task. Null if there is none. */
  takeLoaded(src: string): string | null {
    const answer = this.fresh(src)?.come?.answer;
    if (answer?.ok !== true) return null;
    this.forget(src);
    return answer.value;
  }

  /**
   * Takes a playable address, for immediate use. A preload that failed before it was needed is repeated. A pending
   * preload is awaited, and its result is final: a second request would double the wait.
   *
   * @param wantedAt when the listener asked for it
   */
  async take(src: string, wantedAt: Instant): Promise<ApiResult<string>> {
    const held = this.fresh(src);
    this.forget(src);
    if (held === null) return this.api.tokenize(src);
    const { come } = held;
    const failedBefore = come !== null && !come.answer.ok && come.at <= wantedAt;
    return failedBefore ? this.api.tokenize(src) : held.answer;
  }

  /** The addresses were made for one listener. */
  reset(): void {
    this.preloaded = new Map();
  }

  private forget(src: string): void {
    this.preloaded = new Map([...this.preloaded].filter(([other]) => other !== src));
  }

  private fresh(src: string): Prepared | null {
    const held = this.preloaded.get(src);
    return held !== undefined && this.clock.now() - held.at < FRESH ? held : null;
  }
}
