/** The function through which a page tells its moments, as text. */
export const BINDING = 'tellMoment';

/** What a page sends out about its sound and its royalties. Times of the content are seconds, `at` is epoch milliseconds. */
export type Moment = { readonly at: number } & (
  | {
      /** The audio element has moved from one position to the other. */
      readonly kind: 'heard';
      readonly src: string;
      readonly from: number;
      readonly to: number;
      readonly rate: number;
      readonly duration: number;
      /** Milliseconds of the content, by the clock, in which the element said that it plays. */
      readonly played: number;
      /** Nothing was heard from this source since it was loaded. */
      readonly isFirst: boolean;
    }
  /** The page has moved a sound that was heard. */
  | { readonly kind: 'sought'; readonly src: string; readonly to: number; readonly rate: number }
  /** A call with royalties was handed to the network. */
  | { readonly kind: 'sent'; readonly call: number; readonly body: string }
  | { readonly kind: 'answered'; readonly call: number; readonly status: number }
);

type MomentDetails = Moment extends infer Each ? (Each extends Moment ? Omit<Each, 'at'> : never) : never;

/**
 * Runs in a page before its own code. It reads the audio elements twenty times a second, and before every call that moves
 * or ends a sound. So all time between two readings was really played. Each reading leaves the page at once, so a page
 * that is killed loses none.
 *
 * @param binding the name of the function that takes a moment as text
 */
export function recordSound(binding: string): void {
  const EVERY_MS = 50;
  /** `playingSince` is the time of the last reading, if the element says that it plays. */
  type Reading = { src: string; time: number; hasSounded: boolean; playingSince: number | null };
  const readings = new Map<HTMLMediaElement, Reading>();
  const isMedia = (element: unknown): element is HTMLMediaElement => element instanceof HTMLMediaElement;

  const tell = (moment: MomentDetails): void => {
    const send: unknown = Reflect.get(globalThis, binding);
    const at = performance.timeOrigin + performance.now();
    if (typeof send === 'function') Reflect.apply(send, undefined, [JSON.stringify({ ...moment, at })]);
  };

  /** Tells what was heard since the last reading. */
  const settle = (element: HTMLMediaElement): void => {
    const last = readings.get(element);
    if (last === undefined) return;
    const { currentTime: to, playbackRate: rate, duration } = element;
    const { src, time: from, playingSince } = last;
    const now = performance.now();
    const played = playingSince === null ? 0 : (now - playingSince) * rate;
    last.time = to;
    if (playingSince !== null) last.playingSince = now;
    if ((to <= from && played === 0) || src === '') return;
    const isFirst = to > from && !last.hasSounded;
    tell({ kind: 'heard', src, from: Math.min(from, to), to, rate, duration, played, isFirst });
    last.hasSounded ||= to > from;
  };

  /** The element plays from the event `playing` until it pauses, waits for data, ends or is emptied. */
  const followEvents = (element: HTMLMediaElement): void => {
    element.addEventListener('playing', ({ timeStamp }) => {
      settle(element);
      const reading = readings.get(element);
      // The page has its own listener, which may have run for a while before this one.
      if (reading !== undefined && !element.paused) reading.playingSince ??= timeStamp;
    });
    for (const name of ['pause', 'waiting', 'ended', 'emptied', 'error'])
      element.addEventListener(name, () => {
        settle(element);
        const reading = readings.get(element);
        if (reading !== undefined) reading.playingSince = null;
      });
  };

  /** Reads the element after a call that may have moved it. */
  const readAgain = (element: HTMLMediaElement): void => {
    const before = readings.get(element);
    const { src, currentTime: time } = element;
    const hasSounded = before?.src === src && before.hasSounded;
    readings.set(element, { src, time, hasSounded, playingSince: before?.playingSince ?? null });
    if (before === undefined) followEvents(element);
  };

  const around = (name: 'play' | 'pause' | 'load'): void => {
    const original: unknown = Reflect.get(HTMLMediaElement.prototype, name);
    if (typeof original !== 'function') return;
    Reflect.set(HTMLMediaElement.prototype, name, function (this: unknown, ...args: readonly unknown[]) {
      if (isMedia(this)) settle(this);
      const result: unknown = Reflect.apply(original, this, args);
      if (isMedia(this)) readAgain(this);
      if (isMedia(this) && name === 'load') {
        const reading = readings.get(this);
        if (reading !== undefined) reading.hasSounded = false;
      }
      return result;
    });
  };

  const aroundSetter = (name: 'currentTime' | 'src' | 'playbackRate'): void => {
    const original = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, name);
    if (original?.set === undefined) return;
    const { set } = original;
    Object.defineProperty(HTMLMediaElement.prototype, name, {
      ...original,
      set(this: unknown, value: unknown) {
        if (isMedia(this)) settle(this);
        Reflect.apply(set, this, [value]);
        if (!isMedia(this)) return;
        readAgain(this);
        const reading = readings.get(this);
        if (name === 'currentTime' && reading?.hasSounded === true)
          tell({ kind: 'sought', src: reading.src, to: reading.time, rate: this.playbackRate });
      },
    });
  };

  for (const name of ['play', 'pause', 'load'] as const) around(name);
  for (const name of ['currentTime', 'src', 'playbackRate'] as const) aroundSetter(name);
  setInterval(() => {
    for (const element of readings.keys()) settle(element);
  }, EVERY_MS);

  let calls = 0;
  const { fetch: original } = globalThis;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = init?.body;
    if (!address.endsWith('/audio/reporting') || !(body instanceof Uint8Array)) return original(input, init);
    calls += 1;
    const call = calls;
    tell({ kind: 'sent', call, body: new TextDecoder().decode(body) });
    const response = await original(input, init);
    tell({ kind: 'answered', call, status: response.status });
    return response;
  };
}
