/** The name of the function that receives the moments of a page, as JSON. */
export const BINDING = 'tellMoment';

/**
 * One event of a page: a sound, a seek, or a call with royalties. Positions and durations of the content are in
 * seconds. `at` is in milliseconds since the epoch.
 */
export type Moment = { readonly at: number } & (
  | {
      /** The position of the audio element moved from `from` to `to`. */
      readonly kind: 'heard';
      readonly src: string;
      readonly from: number;
      readonly to: number;
      readonly rate: number;
      readonly duration: number;
      /** Milliseconds during which the element said that it was playing, multiplied by its speed. */
      readonly played: number;
      /** True if this is the first sound of the source since it was loaded. */
      readonly isFirst: boolean;
    }
  /** The page has sought in a source that has sounded. */
  | { readonly kind: 'sought'; readonly src: string; readonly to: number; readonly rate: number }
  /** A call with royalties was sent. */
  | { readonly kind: 'sent'; readonly call: number; readonly body: string }
  | { readonly kind: 'responded'; readonly call: number; readonly status: number }
);

type MomentDetails = Moment extends infer Each ? (Each extends Moment ? Omit<Each, 'at'> : never) : never;

/**
 * Runs in a page before the page's own code. It reads the audio elements twenty times a second, and before every call
 * that moves or ends a sound. So all time between two readings was really played. Each reading is sent at once, so
 * that a killed page loses none.
 *
 * @param binding the name of the function that receives a moment as JSON
 */
export function recordSound(binding: string): void {
  const EVERY_MS = 50;
  /** `playingSince` is the time of the last reading while the element says that it is playing, else null. */
  type Reading = { src: string; time: number; hasSounded: boolean; playingSince: number | null };
  const readings = new Map<HTMLMediaElement, Reading>();
  const isMedia = (element: unknown): element is HTMLMediaElement => element instanceof HTMLMediaElement;

  const tell = (moment: MomentDetails): void => {
    const send: unknown = Reflect.get(globalThis, binding);
    const at = performance.timeOrigin + performance.now();
    if (typeof send === 'function') Reflect.apply(send, undefined, [JSON.stringify({ ...moment, at })]);
  };

  /** Sends what has sounded since the last reading. */
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

  /** Counts the element as playing from the event `playing` until it pauses, waits for data, ends or is emptied. */
  const followEvents = (element: HTMLMediaElement): void => {
    element.addEventListener('playing', ({ timeStamp }) => {
      settle(element);
      const reading = readings.get(element);
      // The page's own listener of the event may have run for a while before this one.
      if (reading !== undefined && !element.paused) reading.playingSince ??= timeStamp;
    });
    for (const name of ['pause', 'waiting', 'ended', 'emptied', 'error'])
      element.addEventListener(name, () => {
        settle(element);
        const reading = readings.get(element);
        if (reading !== undefined) reading.playingSince = null;
      });
  };

  /** Reads the element again after a call that may have moved it. */
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
    tell({ kind: 'responded', call, status: response.status });
    return response;
  };
}
