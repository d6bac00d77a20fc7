import { milliseconds, type Instant } from '../../../domain/time.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ApiResult, PlaybackApi } from '../../../ports/content-api.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/** An address that was asked for ahead is good for so long; the provider's own limit is longer. */
const FRESH = milliseconds(60_000);

/** So many are kept: whoever passes over a whole shelf of titles wants one of the last. */
const KEPT = 4;

type Prepared = {
  readonly answer: Promise<ApiResult<string>>;
  readonly at: Instant;
  /** What came of it, and when; null as long as it is under way. */
  come: { readonly answer: ApiResult<string>; readonly at: Instant } | null;
};

/** Playable addresses of sounds, some of them asked for before they are wanted. */
export class AudioAddresses {
  static readonly inject: Inject<typeof AudioAddresses> = [PORTS.playbackApi, PORTS.clock];
  private preloaded: ReadonlyMap<string, Prepared> = new Map();

  constructor(
    private readonly api: PlaybackApi,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks ahead, once; a failure is nobody's business until the sound is wanted.
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

  /** What was prepared and has come, used up at once: no turn passes before it can sound. Null: there is none. */
  takeLoaded(src: string): string | null {
    const answer = this.fresh(src)?.come?.answer;
    if (answer?.ok !== true) return null;
    this.forget(src);
    return answer.value;
  }

  /**
   * A playable address, to be used at once: what was prepared is used up. One that had failed before it was wanted
   * is asked for anew; one that was still under way answers the wish, whatever comes of it: to ask again from the
   * start would be twice the silence.
   *
   * @param wantedAt since when it is wanted
   */
  async take(src: string, wantedAt: Instant): Promise<ApiResult<string>> {
    const held = this.fresh(src);
    this.forget(src);
    if (held === null) return this.api.tokenize(src);
    const { come } = held;
    const failedBefore = come !== null && !come.answer.ok && come.at <= wantedAt;
    return failedBefore ? this.api.tokenize(src) : held.answer;
  }

  /** They were made for one listener. */
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
