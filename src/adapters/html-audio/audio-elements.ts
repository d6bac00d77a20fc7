import { Subject } from 'rxjs';
import { isElsewhere } from './remote-devices.ts';

/**
 * Two audio elements: one plays, and a silent one preloads the next source. They swap roles. The element that stops
 * playing is emptied first, so that two sources never sound at the same time.
 */
export class AudioElements {
  /** The names of the playing element's events. */
  readonly events = new Subject<string>();
  private silent: HTMLAudioElement | null = null;
  private preloadedUrl: string | null = null;

  /** @param createElement makes the silent element when it is first needed */
  constructor(
    private sounding: HTMLAudioElement,
    private readonly createElement: () => HTMLAudioElement,
    private readonly watched: readonly string[],
  ) {
    this.watch(sounding);
  }

  get element(): HTMLAudioElement {
    return this.sounding;
  }

  /** Loads the start of a source without playing it (PLAY-61). Another device plays one element only (PLAY-110). */
  preload(url: string): void {
    if (this.preloadedUrl === url || isElsewhere(this.sounding)) return;
    const silent = this.silentElement();
    this.preloadedUrl = url;
    silent.src = url;
    silent.load();
  }

  /**
   * Makes both elements usable after the listener's gesture (PLAY-70). Safari lets an element play later only if it was
   * loaded or played during a gesture.
   */
  useGesture(): void {
    for (const element of [this.sounding, this.silentElement()]) if (element.src === '') element.load();
  }

  /** Switches to the silent element if it preloaded this source, and returns true. Otherwise discards its source. */
  take(url: string): boolean {
    const next = this.silent;
    const isReady =
      next !== null && this.preloadedUrl === url && next.error === null && !isElsewhere(this.sounding);
    if (isReady) this.exchange(next);
    this.release();
    return isReady;
  }

  /** Switches back to the earlier element. A browser may require a gesture for an element that never played. */
  stepBack(): void {
    if (this.silent !== null) this.exchange(this.silent);
    this.release();
  }

  /** Discards the preloaded source. */
  release(): void {
    this.preloadedUrl = null;
    if (this.silent !== null && this.silent.src !== '') empty(this.silent);
  }

  private silentElement(): HTMLAudioElement {
    if (this.silent === null) {
      this.silent = this.createElement();
      this.watch(this.silent);
    }
    return this.silent;
  }

  private exchange(next: HTMLAudioElement): void {
    const before = this.sounding;
    empty(before);
    next.volume = before.volume;
    next.muted = before.muted;
    this.silent = before;
    this.sounding = next;
    // The playing element is in the page, where the browser's own tools find it.
    if (before.isConnected) before.replaceWith(next);
  }

  private watch(element: HTMLAudioElement): void {
    element.preload = 'auto';
    const tell = ({ type }: Event): void => {
      if (element === this.sounding) this.events.next(type);
    };
    for (const name of this.watched) element.addEventListener(name, tell);
  }
}

/** Removes the source of an element. The element is then silent and loads nothing. */
export const empty = (element: HTMLAudioElement): void => {
  element.pause();
  element.removeAttribute('src');
  element.load();
};
