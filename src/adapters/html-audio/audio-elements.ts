import { fromEvent, merge, Subject } from 'rxjs';

/**
 * Two audio elements: one plays, and a silent one preloads the next source. They swap roles. The element that stops
 * playing is emptied first, so that two sources never sound at the same time.
 */
export class AudioElements {
  /** The names of the sounding element's events. */
  readonly events = new Subject<string>();
  private silent: HTMLAudioElement | null = null;
  private preparedUrl: string | null = null;

  /** @param createElement makes the silent element, once it is wanted */
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

  /** Fetches the beginning of a source without a sound (PLAY-61). */
  preload(url: string): void {
    if (this.preparedUrl === url) return;
    if (this.silent === null) {
      this.silent = this.createElement();
      this.watch(this.silent);
    }
    this.preparedUrl = url;
    this.silent.src = url;
    this.silent.load();
  }

  /** Whether the source was prepared: from here on its element is the one that sounds. Anything else is let go. */
  take(url: string): boolean {
    const next = this.silent;
    const isReady = next !== null && this.preparedUrl === url && next.error === null;
    if (isReady) this.exchange(next);
    this.release();
    return isReady;
  }

  /** Back to the element that sounded before: a browser may refuse a gesture to one that never did. */
  stepBack(): void {
    if (this.silent !== null) this.exchange(this.silent);
    this.release();
  }

  /** Discards the preloaded source. */
  release(): void {
    this.preparedUrl = null;
    if (this.silent !== null && this.silent.src !== '') empty(this.silent);
  }

  private exchange(next: HTMLAudioElement): void {
    const before = this.sounding;
    empty(before);
    next.volume = before.volume;
    this.silent = before;
    this.sounding = next;
    // In the page stands the one that sounds, where the browser's own tools find it.
    if (before.isConnected) before.replaceWith(next);
  }

  private watch(element: HTMLAudioElement): void {
    element.preload = 'auto';
    merge(...this.watched.map((name) => fromEvent(element, name))).subscribe(({ type }) => {
      if (element === this.sounding) this.events.next(type);
    });
  }
}

/** Removes the source of an element. The element is then silent and fetches nothing. */
export const empty = (element: HTMLAudioElement): void => {
  element.pause();
  element.removeAttribute('src');
  element.load();
};
