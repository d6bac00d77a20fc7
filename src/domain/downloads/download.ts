import type { User, UserId } from '../account/user.ts';
import type { ContentItem } from '../catalogue/content.ts';
import { decidePlay } from '../entitlement/play-decision.ts';
import { type Track, type TrackId, formatTracks, updatedItem } from '../playback/track.ts';
import { type Instant, milliseconds, type Milliseconds } from '../time.ts';
import { choicesOf, transcriptsOf } from '../transcripts/transcript.ts';
import type { TranscriptSource } from '../catalogue/transcript-source.ts';

/**
 * Why a track could not be downloaded.
 *
 * - `full`: the browser has no more room for files
 * - `blocked`: this browser stores no files, for example in a private window
 * - `unreachable`: the provider could not be reached; the transfer goes on when the network returns
 * - `gone`: the file is no longer at the provider
 * - `changed`: the file changed again and again while it was fetched
 * - `not-allowed`: the listener may not play it any more
 */
export type DownloadFailure = 'full' | 'blocked' | 'unreachable' | 'gone' | 'changed' | 'not-allowed';

/**
 * Why the app itself cannot be stored (DOWN-90).
 *
 * - `unreachable`: its host could not be reached; this is tried again when the network returns
 * - `app-full`: the browser has no more room
 * - `app-blocked`: this browser does not store it, for example in a private window
 */
export type AppFailure = 'unreachable' | 'app-full' | 'app-blocked';

/** Whether the app itself opens without a network. */
export type AppState = 'storing' | 'stored' | AppFailure;

/**
 * What is stored about one track. A track whose transfer is running is stored as `waiting`. Its progress is not
 * stored. A track is `stopped` if the listener wants to continue later (DOWN-63).
 */
export type StoredTrackState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'downloaded'; readonly bytes: number; readonly at: Instant }
  | { readonly kind: 'failed'; readonly reason: DownloadFailure };

/** True if both states are of the same download of a track. A track that was downloaded again has another time. */
export const isSameDownload = (now: StoredTrackState, before: StoredTrackState | undefined): boolean =>
  now.kind === 'downloaded' && before?.kind === 'downloaded' && now.at === before.at;

/** One track of a download. `src` is the media address that its file was fetched for. */
export type DownloadTrack = {
  readonly id: TrackId;
  readonly src: string;
  readonly state: StoredTrackState;
};

/**
 * A title that a listener downloads: the title itself, its fetched episodes or collection tracks, and the tracks that
 * were chosen, in the order of the title.
 */
export type Download = {
  readonly listener: UserId;
  readonly item: ContentItem;
  readonly children: readonly ContentItem[];
  readonly tracks: readonly DownloadTrack[];
  readonly requestedAt: Instant;
};

/** How far a file has come. `total` is null until its length is known. */
export type TransferProgress = { readonly bytes: number; readonly total: number | null };

/**
 * What a listener sees of a download.
 *
 * - `loading`: `part` is from 0 to 1, or null while no length is known
 * - `stopped`: the listener has stopped it, and can continue it
 * - `storing-app`: its tracks play, but the app does not open without a network yet (DOWN-90)
 * - `downloaded`: it opens and plays without a network
 * - `paused`: it is downloaded, and plays again after the next contact with the provider (DOWN-3)
 */
export type DownloadStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading'; readonly part: number | null }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'storing-app' }
  | { readonly kind: 'downloaded' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'failed'; readonly reason: DownloadFailure | AppFailure };

/** The chosen tracks of a download, as the player plays them. */
export const tracksOf = ({ item, children, tracks }: Download): readonly Track[] => {
  const chosen = new Set(tracks.map(({ id }) => id));
  return formatTracks(item, children).filter(({ id }) => chosen.has(id));
};

/** The transcripts of the chosen tracks, in every language. They are downloaded with the sound (TEXT-11). */
export const transcriptsToDownload = (download: Download): readonly TranscriptSource[] =>
  tracksOf(download).flatMap((track) => choicesOf(transcriptsOf(download.item, track).sources));

/**
 * The download with a newer version of its title. A file stays with its track, even if the media address has changed.
 */
export const updatedDownload = (download: Download, newer: ContentItem): Download => {
  const item = updatedItem(download.item, newer);
  const sources = new Map(formatTracks(item, download.children).map(({ id, src }) => [id, src]));
  const tracks = download.tracks.map((track) => ({ ...track, src: sources.get(track.id) ?? track.src }));
  return { ...download, item, tracks };
};

/** The bytes of the tracks that are whole. */
export const bytesOf = ({ tracks }: Download): number =>
  tracks.reduce((sum, { state }) => sum + (state.kind === 'downloaded' ? state.bytes : 0), 0);

/**
 * Replaces the states of tracks. `changed` returns the same state if a track stays as it is. If all do, the result is the
 * same download.
 */
export const withTrackStates = (
  download: Download,
  changed: (track: DownloadTrack) => StoredTrackState,
): Download => {
  const tracks = download.tracks.map((track) => {
    const state = changed(track);
    return state === track.state ? track : { ...track, state };
  });
  return tracks.some((track, at) => track !== download.tracks[at]) ? { ...download, tracks } : download;
};

/** The status of one track. */
export const trackStatus = (
  { state }: DownloadTrack,
  progress: TransferProgress | undefined,
): DownloadStatus => {
  switch (state.kind) {
    case 'downloaded':
      return { kind: 'downloaded' };
    case 'failed':
    case 'stopped':
      return state;
    case 'waiting':
      return progress === undefined ? state : { kind: 'loading', part: partOf(progress) };
  }
};

/**
 * The status of a title (DOWN-5). While a track loads or waits, the part counts each track equally, because the lengths
 * of waiting files are not known. A failure, else a stop, shows when nothing is left to load.
 */
export const downloadStatus = (
  { tracks }: Download,
  progressOf: (id: TrackId) => TransferProgress | undefined,
): DownloadStatus => {
  const statuses = tracks.map((track) => trackStatus(track, progressOf(track.id)));
  if (statuses.length === 0) return { kind: 'none' };
  const isOpen = statuses.some(({ kind }) => kind === 'waiting' || kind === 'loading');
  if (!isOpen) {
    const ended = (wanted: DownloadStatus['kind']) => statuses.find(({ kind }) => kind === wanted);
    return ended('failed') ?? ended('stopped') ?? { kind: 'downloaded' };
  }
  const hasBegun = statuses.some(({ kind }) => kind === 'loading' || kind === 'downloaded');
  if (!hasBegun) return { kind: 'waiting' };
  return {
    kind: 'loading',
    part: statuses.reduce((sum, status) => sum + share(status), 0) / statuses.length,
  };
};

/** The status of what is downloaded, with regard to the app itself (DOWN-90). */
export const openingStatus = (status: DownloadStatus, app: AppState): DownloadStatus => {
  if (status.kind !== 'downloaded' || app === 'stored') return status;
  return app === 'storing' ? { kind: 'storing-app' } : { kind: 'failed', reason: app };
};

const partOf = ({ bytes, total }: TransferProgress): number | null =>
  total === null || total <= 0 ? null : Math.min(bytes / total, 1);

const share = (status: DownloadStatus): number => {
  if (status.kind === 'downloaded') return 1;
  return status.kind === 'loading' ? (status.part ?? 0) : 0;
};

/** For how long the downloads of a member play without contact with the provider (DOWN-3). */
export const LONGEST_WITHOUT_CONTACT: Milliseconds = milliseconds(30 * 24 * 60 * 60 * 1000);

/** How far a clock may be behind the last contact. A clock that is set back further must not prolong a membership. */
export const CLOCK_SET_BACK: Milliseconds = milliseconds(24 * 60 * 60 * 1000);

/** Whether a download may play: it may, it waits for the next contact, or the listener may not play the title. */
export type DownloadDecision = 'play' | 'paused' | 'refused';

/**
 * Decides about the file of a title by the rule of every Play click, with the newest known data (DOWN-2). Membership
 * counts only within 30 days of the last contact. Purchases and free titles do not pause (DOWN-3).
 *
 * @param contactAt when the provider last responded for this listener; null if never
 */
export const decideDownloaded = (
  user: User,
  item: ContentItem,
  contactAt: Instant | null,
  now: Instant,
): DownloadDecision => {
  const decision = decidePlay(user, item, now);
  if (decision.kind !== 'play') return 'refused';
  if (decision.reason !== 'subscribed' || isRecent(contactAt, now)) return 'play';
  return decidePlay({ ...user, paymentDetails: null }, item, now).kind === 'play' ? 'play' : 'paused';
};

const isRecent = (contactAt: Instant | null, now: Instant): boolean =>
  contactAt !== null && now < contactAt + LONGEST_WITHOUT_CONTACT && now >= contactAt - CLOCK_SET_BACK;
