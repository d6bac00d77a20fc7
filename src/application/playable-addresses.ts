import { milliseconds, type Instant } from '../domain/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { Answer, PlaybackApi } from '../ports/content-api.ts';

/** An address that was asked for ahead is good for so long; the provider's own limit is longer. */
const FRESH = milliseconds(60_000);

/** So many are kept: whoever passes over a whole shelf of titles wants one of the last. */
const KEPT = 4;

type Prepared = {
  readonly answer: Answer<string>;
  readonly at: Instant;
  /** The address, once it has come. */
  address: string | null;
};

/** Playable addresses of sounds, some of them asked for before they are wanted. */
export class PlayableAddresses {
  private prepared: ReadonlyMap<string, Prepared> = new Map();

  constructor(
    private readonly api: PlaybackApi,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks ahead, once; a failure is nobody's business until the sound is wanted.
   *
   * @param src a media address, as a track holds it
   */
  async prepare(src: string): Answer<string> {
    const held = this.fresh(src);
    if (held !== null) return held.answer;
    const answer = this.api.tokenize(src);
    const prepared: Prepared = { answer, at: this.clock.now(), address: null };
    const others = [...this.prepared].filter(([other]) => other !== src);
    this.prepared = new Map([...others, [src, prepared] as const].slice(-KEPT));
    const come = await answer;
    if (come.ok) prepared.address = come.value;
    return come;
  }

  /** What was prepared and has come, used up at once: no turn passes before it can sound. Null: there is none. */
  takeReady(src: string): string | null {
    const address = this.fresh(src)?.address ?? null;
    if (address !== null) this.forget(src);
    return address;
  }

  /** A playable address, to be used at once: what was prepared is used up. */
  async take(src: string): Answer<string> {
    const held = this.fresh(src);
    this.forget(src);
    const prepared = await held?.answer;
    return prepared?.ok === true ? prepared : this.api.tokenize(src);
  }

  /** They were made for one listener. */
  reset(): void {
    this.prepared = new Map();
  }

  private forget(src: string): void {
    this.prepared = new Map([...this.prepared].filter(([other]) => other !== src));
  }

  private fresh(src: string): Prepared | null {
    const held = this.prepared.get(src);
    return held !== undefined && this.clock.now() - held.at < FRESH ? held : null;
  }
}
