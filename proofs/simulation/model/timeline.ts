/**
 * The owner of a task, for example a page. The tasks of an owner are dropped once the owner is gone, and postponed
 * while it is suspended.
 */
export type Owner = { readonly isGone: boolean; readonly postponed: Task[] | null };

export type Task = () => void;

type Entry = { readonly at: number; readonly order: number; readonly owner: Owner | null; run: Task | null };

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** The virtual time of a world: a queue of tasks, ordered by their time in milliseconds since the epoch. */
export class Timeline {
  private readonly heap: Entry[] = [];
  private count = 0;

  constructor(public now: number) {}

  /**
   * @param delay in milliseconds
   * @returns cancels the task
   */
  after(delay: number, owner: Owner | null, run: Task): () => void {
    const entry: Entry = { at: this.now + Math.max(delay, 0), order: this.count, owner, run };
    this.count += 1;
    this.push(entry);
    return () => {
      entry.run = null;
    };
  }

  /** Runs all tasks that are due until `end`. After each task, pending promises settle. */
  async runUntil(end: number): Promise<void> {
    await settled();
    for (;;) {
      const [next] = this.heap;
      if (next === undefined || next.at > end) break;
      this.pop();
      const { run, owner } = next;
      if (run === null || owner?.isGone === true) continue;
      this.now = next.at;
      if (owner !== null && owner.postponed !== null) {
        // The task may be cancelled before it runs.
        owner.postponed.push(() => next.run?.());
        continue;
      }
      run();
      await settled();
    }
    this.now = Math.max(this.now, end);
  }

  private push(entry: Entry): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const least = isRight ? right : left;
      if (least === undefined || !isBefore(least, last)) break;
      heap[at] = least;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
  }
}

/** Resolves when no promise can settle any more. */
export const settled = async (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
