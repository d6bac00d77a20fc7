import { decideDownloaded } from '../../domain/downloads/pause.ts';
import {
  withTrackState,
  type Download,
  type DownloadFailure,
  type DownloadTrack,
  type StoredTrackState,
} from '../../domain/downloads/download.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import { milliseconds } from '../../domain/time.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiFailure, PlaybackApi } from '../../ports/content-api.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { Log } from '../../ports/log.ts';
import type { MediaPolicy } from '../../ports/media-policy.ts';
import type { Network } from '../../ports/network.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { UserState } from '../session/user-state.ts';
import { waitForNetwork } from '../wait-for-network.ts';
import { CancellationSwitch } from './cancellation-switch.ts';
import { DOWNLOAD_MESSAGES } from './download-messages.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';

/** How many files are transferred at a time. */
const MOST_AT_ONCE = 2;

/** The pauses between attempts double from the first to the longest. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** How many attempts may fail in a row while the browser says that there is a network. */
const MOST_ATTEMPTS = 8;

/** How many refused addresses, or changes of a file, are accepted in a row (DOWN-15). */
const MOST_REFUSALS = 3;

/** Failures after which another attempt may succeed. */
const TEMPORARY: readonly ApiFailure['kind'][] = [
  'unreachable',
  'timeout',
  'server',
  'rate-limited',
  'malformed',
];

/** Failures that do not concern the track: it waits for the session. */
const STOPPING: readonly ApiFailure['kind'][] = ['cancelled', 'no-session', 'unauthorized'];

/** `stopped`: nothing is stored, because the listener or the page has no use for it any more. */
type Outcome = StoredTrackState | { readonly kind: 'stopped' };

/**
 * Transfers the waiting tracks, several at a time (DOWN-4). A lost network is waited for. An expired address is replaced by
 * a new one of the same call as for playing.
 */
export class TransferDownloads {
  static readonly inject: Inject<typeof TransferDownloads> = [
    PORTS.downloadFiles,
    PORTS.playbackApi,
    PORTS.mediaPolicy,
    PORTS.network,
    PORTS.clock,
    PORTS.log,
    StoredDownloads,
    DownloadsState,
    UserState,
    NoticesState,
  ];
  private running: ReadonlyMap<TrackId, CancellationSwitch> = new Map();

  constructor(
    private readonly files: DownloadFiles,
    private readonly api: PlaybackApi,
    private readonly mediaPolicy: MediaPolicy,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly stored: StoredDownloads,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly notices: NoticesState,
  ) {}

  /** Starts what waits, as far as there is room among the running transfers. Stops what is not wanted any more. */
  run(): void {
    const oldestFirst = this.downloads.downloads.toReversed();
    const waiting = oldestFirst.flatMap((download) =>
      download.tracks
        .filter(({ state }) => state.kind === 'waiting')
        .map((track) => ({ download, track }) as const),
    );
    const wanted = new Set(waiting.map(({ track }) => track.id));
    for (const [id, cancellation] of this.running) if (!wanted.has(id)) cancellation.abort();
    for (const { download, track } of waiting) {
      if (this.running.size >= MOST_AT_ONCE) return;
      if (!this.running.has(track.id)) void this.transfer(download, track);
    }
  }

  /** The session has ended. What has been written stays, and goes on when the same listener is back. */
  reset(): void {
    for (const cancellation of this.running.values()) cancellation.abort();
  }

  private async transfer(download: Download, track: DownloadTrack): Promise<void> {
    const cancellation = new CancellationSwitch();
    this.running = new Map([...this.running, [track.id, cancellation]]);
    const outcome = await this.attempts(download, track, cancellation);
    this.running = new Map([...this.running].filter(([id]) => id !== track.id));
    this.downloads.transferEnded(track.id);
    if (outcome.kind !== 'stopped') this.store(download.listener, track.id, outcome);
    this.run();
  }

  /** The same file may belong to several titles, for example an episode that is also in a collection. */
  private store(listener: UserId, id: TrackId, state: StoredTrackState): void {
    if (this.user.user.id !== listener) return;
    if (state.kind === 'failed') this.notices.post(DOWNLOAD_MESSAGES[state.reason]);
    for (const download of this.downloads.downloads) {
      const isWaiting = download.tracks.some((track) => track.id === id && track.state.kind === 'waiting');
      if (isWaiting) this.stored.save(withTrackState(download, id, state));
    }
  }

  private async attempts(
    { listener, item }: Download,
    { id, src }: DownloadTrack,
    cancellation: CancellationSwitch,
  ): Promise<Outcome> {
    let refusals = 0;
    for (let failures = 0; ; failures += 1) {
      await this.waitBefore(failures, cancellation);
      if (cancellation.aborted || this.user.user.id !== listener) return { kind: 'stopped' };
      // An address is given only to a member, so the pause without contact does not matter here.
      const now = this.clock.now();
      if (decideDownloaded(this.user.user, item, now, now) !== 'play') return failedWith('not-allowed');
      const address = await this.api.tokenize(src, cancellation);
      if (!address.ok) {
        const reason = reasonOf(address.error.kind);
        if (reason === 'stopped') return { kind: 'stopped' };
        if (reason !== 'unreachable' || failures >= MOST_ATTEMPTS) return failedWith(reason);
        continue;
      }
      this.stored.contactMade();
      if (!this.mediaPolicy.allows(address.value)) return failedWith('not-allowed');
      const transferred = await this.files.transfer({ listener, name: id }, address.value, cancellation);
      if (transferred.ok) return { kind: 'downloaded', bytes: transferred.value.bytes, at: this.clock.now() };
      const { kind } = transferred.error;
      this.log.warn('A transfer ended early', { kind, track: id });
      if (kind === 'cancelled') return { kind: 'stopped' };
      if (kind === 'full' || kind === 'blocked' || kind === 'gone') return failedWith(kind);
      if (kind === 'expired' || kind === 'changed') refusals += 1;
      if (refusals >= MOST_REFUSALS) return failedWith(kind === 'changed' ? 'changed' : 'not-allowed');
      if (failures >= MOST_ATTEMPTS) return failedWith('unreachable');
    }
  }

  /** Waits while there is no network, and before another attempt. The pauses become longer. */
  private async waitBefore(failures: number, cancellation: CancellationSwitch): Promise<void> {
    const cancelled = new Promise<void>((resolve) => cancellation.addEventListener('abort', resolve));
    const wait = async (pause: number): Promise<void> =>
      Promise.race([waitForNetwork(this.network, this.clock, milliseconds(pause)), cancelled]);
    if (failures > 0) await wait(Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE));
    while (!this.network.isOnline() && !cancellation.aborted) await wait(LONGEST_PAUSE);
  }
}

const reasonOf = (kind: ApiFailure['kind']): DownloadFailure | 'stopped' => {
  if (STOPPING.includes(kind)) return 'stopped';
  if (TEMPORARY.includes(kind)) return 'unreachable';
  return kind === 'not-found' ? 'gone' : 'not-allowed';
};

const failedWith = (reason: DownloadFailure): StoredTrackState => ({ kind: 'failed', reason });
