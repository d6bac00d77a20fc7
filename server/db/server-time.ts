import { type Kysely, sql } from 'kysely';

const SAMPLES = 5;
const AGAIN_MS = 30_000;

/**
 * The time of the database server. Processes that share a database compare instants, so they all follow its clock. The
 * clock of this machine does not count, not even if it is set while the process runs: between two questions to the
 * server, a timer of the process counts on.
 */
export class ServerTime {
  /** Milliseconds from the timer of this process to the server's clock. */
  private offset = 0;
  private readonly timer: NodeJS.Timeout;

  private constructor(private readonly ask: () => Promise<number>) {
    this.timer = setInterval(() => {
      // While the server is away, the timer goes on alone.
      this.update().catch(() => undefined);
    }, AGAIN_MS);
    this.timer.unref();
  }

  /** Asks the server for its time, and then again every 30 seconds. */
  static async open<Tables>(db: Kysely<Tables>): Promise<ServerTime> {
    const time = new ServerTime(async () => {
      const { rows } = await sql<{ now: number }>`
        select extract(epoch from clock_timestamp())::double precision * 1000 as now
      `.execute(db);
      return rows[0]?.now ?? Promise.reject(new Error('The server said no time.'));
    });
    try {
      await time.update();
    } catch (error) {
      time.close();
      throw error;
    }
    return time;
  }

  /** Epoch milliseconds, whole. */
  now(): number {
    return Math.floor(performance.now() + this.offset);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** The answer that came fastest is the most exact: it is wrong by half of its round trip at most. */
  private async update(): Promise<void> {
    let shortest = Infinity;
    let offset = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const asked = performance.now();
      const now = await this.ask();
      const trip = performance.now() - asked;
      if (trip >= shortest) continue;
      shortest = trip;
      offset = now - (asked + trip / 2);
    }
    this.offset = offset;
  }
}
