import type {
  Download,
  DownloadFailure,
  DownloadTrack,
  StoredTrackState,
} from '../../domain/downloads/download.ts';
import { decideDownloaded } from '../../domain/downloads/pause.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiFailure, PlaybackApi } from '../../ports/content-api.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { Log } from '../../ports/log.ts';
import type { MediaPolicy } from '../../ports/media-policy.ts';
import type { Network } from '../../ports/network.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';
import { MOST_ATTEMPTS, waitBeforeAttempt } from './attempts.ts';
import type { CancellationSwitch } from './cancellation-switch.ts';
import { StoredDownloads } from './stored-downloads.ts';

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
export type TransferOutcome = StoredTrackState | { readonly kind: 'stopped' };

/**
 * Transfers one track, and repeats failed attempts. It waits for a lost network. It replaces an expired address by a
 * new one, with the same call as for playing.
 */
export class TransferTrack {
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
}

const reasonOf = (kind: ApiFailure['kind']): DownloadFailure | 'stopped' => {
  if (kind === 'cancelled') return 'stopped';
  if (TEMPORARY.includes(kind)) return 'unreachable';
  return kind === 'not-found' ? 'gone' : 'not-allowed';
};

const failedWith = (reason: DownloadFailure): StoredTrackState => ({ kind: 'failed', reason });
