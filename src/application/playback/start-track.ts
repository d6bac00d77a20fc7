import { ok } from '../../domain/result.ts';
import { type Instant, milliseconds } from '../../domain/time.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock, Log, Network } from '../../ports/platform.ts';
import type { ApiResult, PlaybackApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadedAudio } from '../downloads/downloaded-audio.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { PlayingTime } from './playing-time.ts';
import { PlaybackLock } from '../playback-lock.ts';
import { type Attempt, PlayerState } from '../player-state.ts';
import { callUntilAnswered, isTemporary } from '../wait-for-network.ts';

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
    private readonly downloaded: DownloadedAudio,
  ) {}

  /** Preloads an address once. A failure is ignored until the address is needed. */
  async preload(src: string): Promise<ApiResult<string>> {
    const earlier = this.find(src);
    if (earlier !== null) return earlier.request;
    const isDownloaded = this.downloaded.has(src);
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
    let isExplained = false;
    return callUntilAnswered({
      network: this.network,
      clock: this.clock,
      call: async () => {
        const url = await this.takeOnce(src, requestedAt);
        if (!url.ok && !isExplained && this.player.isCurrentAttempt(attempt)) {
          isExplained = true;
          this.downloaded.explainPause(src);
        }
        return url;
      },
      isWanted: () => this.player.isCurrentAttempt(attempt),
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
    return this.playedFile !== src || this.downloaded.has(src);
  }

  /** True if `takeOther` needs no network. */
  hasOtherFile(src: string): boolean {
    return this.playedFile !== src && this.downloaded.has(src);
  }

  /** The addresses were made for one listener. */
  reset(): void {
    this.preloads = new Map();
    this.playedFile = null;
    this.files = new Set();
  }

  /** The address of the file if the track is downloaded, else one of the provider. */
  private async addressOf(src: string): Promise<ApiResult<string>> {
    const file = this.downloaded.has(src) ? await this.downloaded.addressOf(src) : null;
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
    const failedBefore = response !== null && !response.result.ok && response.at <= requestedAt;
    return failedBefore ? this.addressOf(src) : preload.request;
  }

  private remove(src: string): void {
    this.preloads = new Map([...this.preloads].filter(([other]) => other !== src));
  }

  /** Null if there is none, if it is too old, or if the track was downloaded or removed meanwhile (DOWN-7). */
  private find(src: string): Preload | null {
    const preload = this.preloads.get(src);
    if (preload === undefined || preload.isDownloaded !== this.downloaded.has(src)) return null;
    return this.clock.now() - preload.requestedAt < MAX_AGE ? preload : null;
  }
}

/**
 * The result of loading the audio again: it loads (or is no longer requested), nobody could be reached, or it was
 * refused.
 */
export type RestartOutcome = 'loading' | 'unreachable' | 'refused';

/** Plays the current track from the player's position: gets a playable address and gives it to the audio output. */
export class StartTrack {
  static readonly inject: Inject<typeof StartTrack> = [
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    PlayingTime,
    PlaybackLock,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly playingTime: PlayingTime,
    private readonly playbackLock: PlaybackLock,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /**
   * Does nothing more once a newer request has replaced `attempt`.
   *
   * @param askedAt when the listener asked for the title, who is told a failure at once (PLAY-63). Null if the track
   * follows another one, or goes on
   */
  async start(attempt: Attempt, askedAt: Instant | null = null): Promise<void> {
    const track = this.player.track;
    if (track === null) return;
    this.playbackLock.claim();
    this.stopSound();
    // Synchronous, so that the audio starts to load before the screens render the player.
    const preloaded = this.addresses.takeLoaded(track.src);
    const url = preloaded === null ? await this.addresses.take(track.src, attempt, askedAt) : ok(preloaded);
    if (!this.player.isCurrentAttempt(attempt)) return;
    if (!url.ok) {
      this.log.warn('No playable address', { kind: url.error.kind, content: track.contentId });
      this.fail();
      return;
    }
    await this.play(attempt, track.src, url.value);
  }

  /** The track cannot be played, which the listener is told. */
  fail(): void {
    this.player.trackFailed();
    this.notices.post(MESSAGES.loadFailed);
  }

  /** Plays on in the loaded sound. If there is none, or if it may not go on, loads the track. */
  async resume(attempt: Attempt): Promise<void> {
    const { track } = this.player;
    if (track === null || !this.player.isLoaded || !this.addresses.mayGoOn(track.src)) {
      await this.start(attempt);
      return;
    }
    this.playbackLock.claim();
    const started = await this.output.play();
    if (!started.ok && started.error.kind === 'denied' && this.player.isCurrentAttempt(attempt)) {
      this.player.requireTap();
    }
  }

  /** True if the same track can be loaded again without a network, because it is downloaded (DOWN-7). */
  restartsOffline(): boolean {
    const { track } = this.player;
    return track !== null && this.addresses.hasOtherFile(track.src);
  }

  /** Loads the same track again from another address, at the position where it was lost. */
  async restart(attempt: Attempt): Promise<RestartOutcome> {
    const { track } = this.player;
    if (track === null) return 'refused';
    const url = await this.addresses.takeOther(track.src);
    if (!this.player.isCurrentAttempt(attempt)) return 'loading';
    if (!url.ok) return isTemporary(url.error) ? 'unreachable' : 'refused';
    await this.play(attempt, track.src, url.value);
    return 'loading';
  }

  /**
   * Silences the audio that played before. It must not go on if the new track fails, and must not count as listening
   * while the new track loads.
   */
  stopSound(): void {
    this.playingTime.stop();
    this.player.startLoading();
    this.output.pause();
  }

  private async play(attempt: Attempt, src: string, url: string): Promise<void> {
    const load = this.output.load({ url, startAt: this.player.position, speed: this.player.speed });
    this.addresses.loaded(src, url);
    this.player.setLoad(load);
    const started = await this.output.play();
    if (started.ok || !this.player.isCurrentAttempt(attempt) || !this.player.isCurrentLoad(load)) return;
    // `failed` also arrives as an event, which shows the alert. `superseded` is no failure.
    if (started.error.kind === 'denied') this.player.requireTap();
  }
}
