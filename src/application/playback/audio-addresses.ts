import { ok } from '../../domain/result.ts';
import { type Instant, milliseconds } from '../../domain/time.ts';
import type { ApiResult, PlaybackApi } from '../../ports/content-api.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadedAudio } from '../downloads/downloaded-audio.ts';
import { DownloadsState } from '../downloads/downloads-state.ts';
import { type Attempt, PlayerState } from '../player-state.ts';
import { callWithRetries } from '../wait-for-network.ts';

/** How long a preloaded address is used. The provider's own limit is longer. */
const MAX_AGE = milliseconds(60_000);

/** How many are stored. The oldest are removed first, because the last ones are the most likely to be played. */
const CAPACITY = 4;

type Preload = {
  readonly request: Promise<ApiResult<string>>;
  readonly requestedAt: Instant;
  /** True if the track was downloaded when its address was requested. */
  readonly isDownloaded: boolean;
  /** Null while the request is pending. */
  response: { readonly result: ApiResult<string>; readonly at: Instant } | null;
};

/** Playable addresses of audio. `src` is the media address of a track. Some addresses are preloaded. */
export class AudioAddresses {
  static readonly inject: Inject<typeof AudioAddresses> = [
    PORTS.playbackApi,
    PlayerState,
    PORTS.network,
    PORTS.clock,
    DownloadsState,
    DownloadedAudio,
  ];
  /** The media address of the track if its file was loaded last. Null if an address of the provider was loaded last (DOWN-64). */
  private playedFile: string | null = null;
  /** The addresses of files that were found. */
  private files: ReadonlySet<string> = new Set();
  private preloads: ReadonlyMap<string, Preload> = new Map();

  constructor(
    private readonly api: PlaybackApi,
    private readonly player: PlayerState,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly downloads: DownloadsState,
    private readonly downloaded: DownloadedAudio,
  ) {}

  /** Preloads an address once. A failure is ignored until the address is needed. */
  async preload(src: string): Promise<ApiResult<string>> {
    const earlier = this.find(src);
    if (earlier !== null) return earlier.request;
    const isDownloaded = this.hasFile(src);
    const request = this.addressOf(src);
    const preload: Preload = { request, requestedAt: this.clock.now(), isDownloaded, response: null };
    const others = [...this.preloads].filter(([other]) => other !== src);
    this.preloads = new Map([...others, [src, preload] as const].slice(-CAPACITY));
    const result = await request;
    preload.response = { result, at: this.clock.now() };
    return result;
  }

  /** Takes a preloaded address synchronously, so that the audio can start in the same task. Null if there is none. */
  takeLoaded(src: string): string | null {
    const result = this.find(src)?.response?.result;
    if (result?.ok !== true) return null;
    this.remove(src);
    return result.value;
  }

  /**
   * Gets a playable address for immediate use. Waits until the network returns, because the track itself is probably
   * playable (PLAY-67). Also waits for a provider that does not respond, unless the listener asked (PLAY-125).
   *
   * @param askedAt when the listener asked for the track; null if it follows another one
   */
  async take(src: string, attempt: Attempt, askedAt: Instant | null): Promise<ApiResult<string>> {
    const requestedAt = askedAt ?? this.clock.now();
    const call = async (): Promise<ApiResult<string>> => this.takeOnce(src, requestedAt);
    const isWanted = (): boolean => this.player.isCurrentAttempt(attempt);
    const at = this.clock.now();
    const result = await call();
    if (result.ok) return result;
    if (isWanted()) this.downloaded.explainPause(src);
    return callWithRetries({
      network: this.network,
      clock: this.clock,
      call,
      first: { result, at },
      isWanted,
      onWait: () => this.player.soundLost(),
      waitsOnline: askedAt === null,
    });
  }

  /**
   * Returns another address, after the last one failed. A failed stream of the provider is replaced by the file, if
   * there is one. A failed file is replaced by a stream of the provider (DOWN-7). The file is then checked, because
   * the browser may have removed it (DOWN-9).
   */
  async takeOther(src: string): Promise<ApiResult<string>> {
    if (this.playedFile !== src) return this.addressOf(src);
    void this.downloaded.addressOf(src);
    return this.api.tokenize(src);
  }

  /** Call this when the address of a track is given to the audio output. */
  loaded(src: string, url: string): void {
    this.playedFile = this.files.has(url) ? src : null;
  }

  /** False if the sound of a track comes from its file, and the file may not play any more (DOWN-65). */
  mayGoOn(src: string): boolean {
    return this.playedFile !== src || this.hasFile(src);
  }

  /** True if `takeOther` needs no network. */
  hasOtherFile(src: string): boolean {
    return this.playedFile !== src && this.hasFile(src);
  }

  /** The addresses were made for one listener. */
  reset(): void {
    this.preloads = new Map();
    this.playedFile = null;
    this.files = new Set();
  }

  /** The address of the file if the track is downloaded, else one of the provider. */
  private async addressOf(src: string): Promise<ApiResult<string>> {
    const file = this.hasFile(src) ? await this.downloaded.addressOf(src) : null;
    if (file === null) return this.api.tokenize(src);
    this.files = new Set([...this.files, file]);
    return ok(file);
  }

  /**
   * A preload that failed before it was needed is repeated. A pending preload is awaited, and its result is final: a
   * second request would double the wait (PLAY-60).
   */
  private async takeOnce(src: string, requestedAt: Instant): Promise<ApiResult<string>> {
    const preload = this.find(src);
    this.remove(src);
    if (preload === null) return this.addressOf(src);
    const { response } = preload;
    const isEarlier = preload.requestedAt < requestedAt;
    const failedBefore = isEarlier && response !== null && !response.result.ok && response.at <= requestedAt;
    return failedBefore ? this.addressOf(src) : preload.request;
  }

  /** True if the track is downloaded, and may play. Most tracks are in no download, and need no decision. */
  private hasFile(src: string): boolean {
    const isListed = this.downloads.downloads.some(({ tracks }) => tracks.some((each) => each.src === src));
    return isListed && this.downloaded.has(src);
  }

  private remove(src: string): void {
    this.preloads = new Map([...this.preloads].filter(([other]) => other !== src));
  }

  /** Null if there is none, if it is too old, or if the track was downloaded or removed meanwhile (DOWN-7). */
  private find(src: string): Preload | null {
    const preload = this.preloads.get(src);
    if (preload === undefined || preload.isDownloaded !== this.hasFile(src)) return null;
    return this.clock.now() - preload.requestedAt < MAX_AGE ? preload : null;
  }
}
