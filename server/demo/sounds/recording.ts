/** The bytes of a phrase while it is made. Readers get the bytes that are ready, and wait for the rest. */
export class Recording {
  readonly bytes: Buffer;
  private filled = 0;
  private failure: Error | null = null;
  private waiting: (() => void)[] = [];
  private readers = 0;
  private readonly settled: (recording: Recording) => void;

  /**
   * @param size the size of the complete phrase
   * @param settled called once, when the recording is complete or has failed
   */
  constructor(size: number, settled: (recording: Recording) => void) {
    this.bytes = Buffer.alloc(size);
    this.settled = settled;
  }

  get isWhole(): boolean {
    return this.failure === null && this.filled === this.bytes.length;
  }

  get hasReaders(): boolean {
    return this.readers > 0;
  }

  append(piece: Uint8Array): void {
    this.bytes.set(piece, this.filled);
    this.filled += piece.length;
    this.wake();
  }

  /** Ends the recording. No more bytes follow. */
  finish(): void {
    if (this.filled < this.bytes.length) {
      this.fail(new Error(`A phrase ended after ${this.filled} of ${this.bytes.length} bytes.`));
      return;
    }
    this.settled(this);
  }

  fail(reason: Error): void {
    if (this.failure !== null) return;
    this.failure = reason;
    this.settled(this);
    this.wake();
  }

  /**
   * The bytes from `from` to `to`, without `to`, each piece as soon as it is ready. Fewer if the reader leaves.
   *
   * @param left aborted when the reader has left, which ends the wait for further bytes
   * @throws {Error} if the recording fails before `to`
   */
  async *read(from: number, to: number, left: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
    this.readers += 1;
    const wake = (): void => this.wake();
    left.addEventListener('abort', wake);
    try {
      for (let at = from; at < to;) {
        while (this.filled <= at) {
          if (left.aborted) return;
          if (this.failure !== null) throw this.failure;
          await new Promise<void>((resolve) => {
            this.waiting.push(resolve);
          });
        }
        const end = Math.min(to, this.filled);
        yield this.bytes.subarray(at, end);
        at = end;
      }
    } finally {
      left.removeEventListener('abort', wake);
      this.readers -= 1;
    }
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resume of waiting) resume();
  }
}
