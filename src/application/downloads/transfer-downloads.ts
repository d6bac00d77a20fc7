import type { Clock, Log, Cancellation, Network, OfflineApp, MediaPolicy } from '../../ports/platform.ts';
import {
  decideDownloaded,
  type Download,
  type DownloadFailure,
  type DownloadTrack,
  type StoredTrackState,
  withTrackStates,
} from '../../domain/downloads/download.ts';
import type { ApiFailure, PlaybackApi } from '../../ports/content-api.ts';
import type { DownloadFiles } from '../../ports/downloads.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';
import { waitForNetwork } from '../wait-for-network.ts';
import { StoredDownloads } from './stored-downloads.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import { milliseconds } from '../../domain/time.ts';
import type { UserId } from '../../domain/account/user.ts';
import { NoticesState } from '../notices-state.ts';
import { DownloadsState, DOWNLOAD_MESSAGES } from './downloads-state.ts';
import { DownloadedTranscripts } from './downloaded-transcripts.ts';

/** A cancellation that its owner triggers. */
class CancellationSwitch implements Cancellation {
  aborted = false;
  private listeners: ReadonlySet<() => void> = new Set();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = new Set([...this.listeners, listener]);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = new Set([...this.listeners].filter((other) => other !== listener));
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }
}

/** The pauses between attempts double from the first to the longest. */
const FIRST_PAUSE = 1_000;

const LONGEST_PAUSE = 60_000;

/** How often work is repeated. Waiting for the network does not count. */
const MOST_ATTEMPTS = 8;

/** Waits while there is no network, and before another attempt. The pauses become longer. */
const waitBeforeAttempt = async (
  failures: number,
  network: Network,
  clock: Clock,
  cancellation?: Cancellation,
): Promise<void> => {
  const cancelled = new Promise<void>((resolve) => cancellation?.addEventListener('abort', resolve));
  const wait = async (pause: number): Promise<void> =>
    Promise.race([waitForNetwork(network, clock, milliseconds(pause)), cancelled]);
  const isCancelled = (): boolean => cancellation?.aborted === true;
  if (failures > 0) await wait(Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE));
  while (!network.isOnline() && !isCancelled()) await wait(LONGEST_PAUSE);
};

/** After so many refused addresses and changes of the file, the transfer fails (DOWN-13, DOWN-15). */
const MOST_REFUSALS = 3;

/** Failures after which another attempt may succeed. */
const TEMPORARY: readonly ApiFailure['kind'][] = [
  'unreachable',
  'timeout',
  'server',
  'rate-limited',
  'malformed',
  // The session may be renewed. If it has ended, the next attempt sees another listener and stops.
  'no-session',
  'unauthorized',
];

/** `stopped`: the transfer was cancelled, or another listener is signed in. The stored state stays as it is. */
type TransferOutcome = StoredTrackState | { readonly kind: 'stopped' };

/**
 * Transfers one track, and repeats failed attempts. It waits for a lost network. It replaces an expired address by a
 * new one, with the same call as for playing.
 */
class TransferTrack {
  static readonly inject: Inject<typeof TransferTrack> = [
    PORTS.downloadFiles,
    PORTS.playbackApi,
    PORTS.mediaPolicy,
    PORTS.network,
    PORTS.clock,
    PORTS.log,
    StoredDownloads,
    UserState,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly api: PlaybackApi,
    private readonly mediaPolicy: MediaPolicy,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly stored: StoredDownloads,
    private readonly user: UserState,
  ) {}

  async transfer(
    { listener, item }: Download,
    { id, src }: DownloadTrack,
    cancellation: CancellationSwitch,
  ): Promise<TransferOutcome> {
    let refusals = 0;
    for (let failures = 0; ; failures += 1) {
      await waitBeforeAttempt(failures, this.network, this.clock, cancellation);
      if (cancellation.aborted || this.user.user.id !== listener) return { kind: 'stopped' };
      // The provider is asked next, so the time since the last contact does not matter here.
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
      const transferred = await this.files.transfer({ listener, name: id }, address.value, { cancellation });
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
}

const reasonOf = (kind: ApiFailure['kind']): DownloadFailure | 'stopped' => {
  if (kind === 'cancelled') return 'stopped';
  if (TEMPORARY.includes(kind)) return 'unreachable';
  return kind === 'not-found' ? 'gone' : 'not-allowed';
};

const failedWith = (reason: DownloadFailure): StoredTrackState => ({ kind: 'failed', reason });

/** How many files are transferred at a time. */
const MOST_AT_ONCE = 2;

/**
 * Transfers the waiting tracks, several at a time, the oldest request first (DOWN-4). Stores the app itself too, because
 * without it no download opens without a network (DOWN-90).
 */
export class TransferDownloads {
  static readonly inject: Inject<typeof TransferDownloads> = [
    TransferTrack,
    PORTS.offlineApp,
    PORTS.network,
    PORTS.clock,
    StoredDownloads,
    DownloadsState,
    NoticesState,
    DownloadedTranscripts,
  ];
  /** Tracks whose outcome could not be stored. This page does not transfer them again. */
  private unsaved: ReadonlySet<TrackId> = new Set();
  private running: ReadonlyMap<TrackId, CancellationSwitch> = new Map();
  private isStoringApp = false;
  /** The files of the app were looked at since this page was loaded. */
  private isAppChecked = false;

  constructor(
    private readonly transferTrack: TransferTrack,
    private readonly app: OfflineApp,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly stored: StoredDownloads,
    private readonly downloads: DownloadsState,
    private readonly notices: NoticesState,
    private readonly transcripts: DownloadedTranscripts,
  ) {}

  /**
   * Starts transfers of waiting tracks, up to the limit. Cancels transfers of tracks that do not wait any more. Stores
   * the app itself and the transcripts meanwhile.
   */
  run(): void {
    this.storeAppIfNeeded();
    void this.transcripts.fetchMissing();
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
      if (!this.running.has(track.id) && !this.unsaved.has(track.id)) void this.transfer(download, track);
    }
  }

  /**
   * Call this when the session has ended. Written data stays. The transfer goes on when the same listener signs in
   * again.
   */
  reset(): void {
    for (const cancellation of this.running.values()) cancellation.abort();
  }

  private async transfer(download: Download, track: DownloadTrack): Promise<void> {
    const cancellation = new CancellationSwitch();
    this.running = new Map([...this.running, [track.id, cancellation]]);
    const outcome = await this.transferTrack.transfer(download, track, cancellation);
    this.running = new Map([...this.running].filter(([id]) => id !== track.id));
    this.downloads.transferEnded(track.id);
    if (outcome.kind !== 'stopped') this.store(download.listener, track.id, outcome);
    this.run();
  }

  /** The same file may belong to several titles, for example an episode that is also in a collection. */
  private store(listener: UserId, id: TrackId, state: StoredTrackState): void {
    if (this.stored.listener !== listener) return;
    // The list is read again, so what another tab has removed is not brought back (DOWN-66).
    this.stored.show();
    const waiting = this.downloads.downloads.filter(({ tracks }) =>
      tracks.some((track) => track.id === id && track.state.kind === 'waiting'),
    );
    if (state.kind === 'failed' && waiting.length > 0) this.notices.post(DOWNLOAD_MESSAGES[state.reason]);
    for (const { item } of waiting) {
      const stored = this.stored.change(item.id, (download) =>
        withTrackStates(download, (track) =>
          track.id === id && track.state.kind === 'waiting' ? state : track.state,
        ),
      );
      if (stored.ok) continue;
      this.unsaved = new Set([...this.unsaved, id]);
      this.notices.post(DOWNLOAD_MESSAGES.full);
    }
  }

  /** Shows whether this page was loaded from stored files. */
  showApp(): void {
    if (this.app.isStored()) this.downloads.setApp('stored');
  }

  /** Stores the app if there are downloads. After a failure, it is stored again once its state is `storing` again. */
  private storeAppIfNeeded(): void {
    const { app, isEmpty } = this.downloads;
    const isNeeded = app === 'storing' || (app === 'stored' && !this.isAppChecked);
    if (isNeeded && !isEmpty && !this.isStoringApp) void this.storeApp();
  }

  private async storeApp(): Promise<void> {
    this.isStoringApp = true;
    for (let failures = 0; ; failures += 1) {
      await waitBeforeAttempt(failures, this.network, this.clock);
      const stored = await this.app.store();
      if (stored.ok) {
        this.isAppChecked = true;
        this.downloads.setApp('stored');
        break;
      }
      const { kind } = stored.error;
      if (kind === 'unreachable' && failures < MOST_ATTEMPTS) continue;
      this.isAppChecked = true;
      // If nothing responds, the files that this page was loaded from are still there.
      if (kind === 'unreachable' && this.downloads.app === 'stored') break;
      this.downloads.setApp(kind);
      this.notices.post(DOWNLOAD_MESSAGES[kind]);
      break;
    }
    this.isStoringApp = false;
  }
}
