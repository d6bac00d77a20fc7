import type { ContentItem } from '../../domain/catalogue/content.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import { isTrackValid } from '../../domain/entitlement/play-decision.ts';
import type { Track, TrackId } from '../../domain/playback/track.ts';
import { milliseconds, type Milliseconds, type Seconds } from '../../domain/time.ts';
import {
  choicesOf,
  chooseTranscript,
  cueAt,
  partOf,
  type Transcript,
  transcriptsOf,
} from '../../domain/transcripts/transcript.ts';
import type { TranscriptSource } from '../../domain/catalogue/transcript-source.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock, Log, Subscription, MediaPolicy, KeyValueStore } from '../../ports/platform.ts';
import type { PlaybackApi } from '../../ports/content-api.ts';
import type { TranscriptFailure, TranscriptReader } from '../../ports/transcript-reader.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadedAudio } from '../downloads/downloaded-audio.ts';
import { DownloadedTranscripts } from '../downloads/downloaded-transcripts.ts';
import { DecideToPlay } from '../playback/decide-to-play.ts';
import { PlayerState } from '../player-state.ts';

/** The text of a track, and the languages that there are. */
export type OpenedTranscript = {
  readonly transcript: Transcript;
  readonly source: TranscriptSource;
  readonly choices: readonly TranscriptSource[];
};

type Failure = { readonly kind: 'refused' | 'none' | TranscriptFailure['kind'] };

/** Gets the text of a file of a transcript: from this browser, or from the provider (TEXT-8, TEXT-11). */
class LoadTranscript {
  static readonly inject: Inject<typeof LoadTranscript> = [
    PORTS.transcriptReader,
    PORTS.playbackApi,
    PORTS.mediaPolicy,
    DownloadedTranscripts,
    DownloadedAudio,
    PORTS.log,
  ];
  /** The whole texts that were loaded, by their addresses. */
  private loaded: ReadonlyMap<string, Promise<Result<Transcript, TranscriptFailure>>> = new Map();

  constructor(
    private readonly reader: TranscriptReader,
    private readonly api: PlaybackApi,
    private readonly mediaPolicy: MediaPolicy,
    private readonly files: DownloadedTranscripts,
    private readonly downloaded: DownloadedAudio,
    private readonly log: Log,
  ) {}

  reset(): void {
    this.loaded = new Map();
  }

  has({ url }: TranscriptSource): boolean {
    return this.loaded.has(url);
  }

  /** True if the sound of the track is downloaded, and may play (DOWN-2). */
  isDownloaded({ src }: Track): boolean {
    return this.downloaded.has(src);
  }

  async load(track: Track, source: TranscriptSource): Promise<Result<Transcript, TranscriptFailure>> {
    const before = this.loaded.get(source.url);
    if (before !== undefined) return before;
    const loading = this.loadAnew(track, source);
    this.remember(source.url, loading);
    const loaded = await loading;
    if (!loaded.ok) {
      this.log.warn('A transcript could not be loaded', { kind: loaded.error.kind, track: track.id });
      this.loaded = new Map([...this.loaded].filter(([, other]) => other !== loading));
    }
    return loaded;
  }

  private remember(url: string, loading: Promise<Result<Transcript, TranscriptFailure>>): void {
    // The text before stays for a listener who goes back.
    this.loaded = new Map([...[...this.loaded].slice(-1), [url, loading]]);
  }

  private async loadAnew(
    track: Track,
    source: TranscriptSource,
  ): Promise<Result<Transcript, TranscriptFailure>> {
    const file = this.isDownloaded(track) ? await this.files.contents(source.url) : null;
    const read = file === null ? null : await this.reader.read(file, source.type);
    if (read?.ok === true) return read;
    const fetched = await this.fetch(source);
    // The address may have expired on its way.
    return !fetched.ok && fetched.error.kind === 'expired' ? this.fetch(source) : fetched;
  }

  private async fetch({ url, type }: TranscriptSource): Promise<Result<Transcript, TranscriptFailure>> {
    const address = await this.api.tokenize(url);
    if (!address.ok) {
      const { kind } = address.error;
      if (kind === 'forbidden' || kind === 'not-found') return failed({ kind: 'gone' });
      return failed({ kind: 'unreachable' });
    }
    return this.mediaPolicy.allows(address.value)
      ? this.reader.fetch(address.value, type)
      : failed({ kind: 'gone' });
  }
}

/** The key of the language that the listener chose last. */
const LANGUAGE = 'settings.transcript-language';

/** How often the position of a sound is read at least, so that a new speed counts soon. */
const LONGEST_STEP = milliseconds(100);

/** The texts of what sounds: opens them, follows the sound, and finds the sentence of a second. */
export class Transcripts {
  static readonly inject: Inject<typeof Transcripts> = [
    LoadTranscript,
    DecideToPlay,
    PlayerState,
    PORTS.audioOutput,
    PORTS.store,
    PORTS.clock,
  ];

  constructor(
    private readonly texts: LoadTranscript,
    private readonly decideToPlay: DecideToPlay,
    private readonly player: PlayerState,
    private readonly output: AudioOutput,
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The text of a track, for those who may hear the track (TEXT-8).
   *
   * @param languages what the listener reads, in the order of the browser
   */
  async open(
    audio: ContentItem,
    track: Track,
    languages: readonly string[],
  ): Promise<Result<OpenedTranscript, Failure>> {
    const { sources, offset } = transcriptsOf(audio, track);
    const choices = choicesOf(sources);
    const chosen = this.store.get(LANGUAGE);
    const source = chooseTranscript(choices, chosen === null ? languages : [chosen, ...languages]);
    if (source === null) return failed({ kind: 'none' });
    if (!(await this.mayRead(audio, track))) return failed({ kind: 'refused' });
    const loaded = await this.texts.load(track, source);
    if (!loaded.ok) return loaded;
    return ok({ transcript: partOf(loaded.value, offset, track.runTime), source, choices });
  }

  /** Chooses a language for all titles from now on (TEXT-2). */
  async chooseLanguage({ language }: TranscriptSource): Promise<void> {
    // A browser that stores nothing forgets the choice with the page.
    this.store.set(LANGUAGE, language);
  }

  /**
   * True if the listener may hear the track now, or if it plays: a window that closes lets a track end, and its text with
   * it (TEXT-8, PLAY-27).
   */
  async mayRead(audio: ContentItem, track: Track): Promise<boolean> {
    if (this.isHere(track.id) && this.player.isPlaying) return true;
    // Without a network, the last known data decide (DOWN-2).
    if (this.texts.isDownloaded(track)) return true;
    const decision = await this.decideToPlay.decideSilently(audio);
    // While the membership is unknown, the provider decides.
    return (decision === null || decision.kind === 'play') && isTrackValid(track, this.clock.now());
  }

  /**
   * Calls `marked` with the index of the sentence that sounds, now and at each change, until the subscription ends. It
   * reads the position of the sound itself, at each of its events and when the next sentence is due (TEXT-5). While
   * nothing sounds it sets no timer (TEXT-63).
   */
  async follow(
    track: TrackId,
    transcript: Transcript,
    marked: (index: number) => void,
  ): Promise<Subscription> {
    let last: number | null = null;
    let checks = 0;
    let isOver = false;
    const check = (): void => {
      if (isOver) return;
      const index = this.isHere(track) ? cueAt(transcript, this.position) : -1;
      if (index !== last) marked(index);
      last = index;
      checks += 1;
      if (this.player.soundingSince !== null) void checkAfter(this.stepAfter(transcript, index), checks);
    };
    const checkAfter = async (step: Milliseconds, current: number): Promise<void> => {
      await this.clock.after(step);
      // An event of the sound may have come before.
      if (checks === current) check();
    };
    const events = this.output.events.subscribe(check);
    check();
    return {
      unsubscribe: () => {
        isOver = true;
        events.unsubscribe();
      },
    };
  }

  /** The sentence at a second of a track, if its text is loaded or downloaded; empty otherwise (TEXT-13). */
  async sentenceAt(audio: ContentItem, track: Track, second: Seconds): Promise<string> {
    const { sources, offset } = transcriptsOf(audio, track);
    const choices = choicesOf(sources);
    const source = choices.find((choice) => this.texts.has(choice)) ?? choices[0];
    if (source === undefined || !(this.texts.has(source) || this.texts.isDownloaded(track))) return '';
    const loaded = await this.texts.load(track, source);
    if (!loaded.ok) return '';
    const transcript = partOf(loaded.value, offset, track.runTime);
    return transcript.cues[cueAt(transcript, second)]?.text ?? '';
  }

  private isHere(track: TrackId): boolean {
    return this.player.track?.id === track;
  }

  /** More exact than that of the player, which moves once a second. */
  private get position(): Seconds {
    return this.player.isLoaded && this.player.isAtPosition ? this.output.position() : this.player.position;
  }

  private stepAfter({ cues }: Transcript, index: number): Milliseconds {
    const next = cues[index + 1];
    if (next === undefined) return LONGEST_STEP;
    const left = ((next.start - this.position) / this.player.speed) * 1000;
    return milliseconds(Math.min(LONGEST_STEP, Math.max(left, 10)));
  }
}
