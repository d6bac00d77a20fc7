import type {
  Download,
  DownloadFailure,
  DownloadTrack,
  StoredTrackState,
} from '../../domain/downloads/download.ts';
import { decideDownloaded } from '../../domain/downloads/pause.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiFailure, PlaybackApi } from '../../ports/content-api.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { Log } from '../../ports/log.ts';
import type { MediaPolicy } from '../../ports/media-policy.ts';
import type { Network } from '../../ports/network.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';
import { waitForNetwork } from '../wait-for-network.ts';
import type { CancellationSwitch } from './cancellation-switch.ts';
import { StoredDownloads } from './stored-downloads.ts';

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
  // The session may come back. If it has ended, the listener is another one before the next attempt.
  'no-session',
  'unauthorized',
];

/** `stopped`: nothing is stored, because the listener or the page has no use for it any more. */
export type TransferOutcome = StoredTrackState | { readonly kind: 'stopped' };

/**
 * Transfers one track, in as many attempts as it takes. A lost network is waited for. An expired address is replaced by a new one
 * of the same call as for playing.
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
  if (kind === 'cancelled') return 'stopped';
  if (TEMPORARY.includes(kind)) return 'unreachable';
  return kind === 'not-found' ? 'gone' : 'not-allowed';
};

const failedWith = (reason: DownloadFailure): StoredTrackState => ({ kind: 'failed', reason });
