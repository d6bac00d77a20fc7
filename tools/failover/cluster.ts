import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { Machine } from './machine.ts';

const answer = v.object({
  members: v.array(v.object({ name: v.string(), role: v.string(), state: v.string() })),
});

export type Role = 'leader' | 'sync_standby';

/** The machines, as they see each other. */
export class Cluster {
  constructor(private readonly machines: readonly Machine[]) {}

  /** The machines that have a role. None if nobody has it, or nobody responds. */
  async find(role: Role): Promise<readonly Machine[]> {
    const members = await this.ask();
    return this.machines.filter(({ name }) =>
      members.some(
        (each) => each.name === name && each.role === role && /running|streaming/.test(each.state),
      ),
    );
  }

  /** Whether one machine is the primary, and each other one has every commit of it. */
  async isWhole(): Promise<boolean> {
    const [primaries, standbys] = [await this.find('leader'), await this.find('sync_standby')];
    return primaries.length === 1 && standbys.length === this.machines.length - 1;
  }

  /** What the first machine says that can ask the others. */
  private async ask(): Promise<v.InferOutput<typeof answer>['members']> {
    return Promise.any(
      this.machines.map(async ({ address }) => {
        const response = await fetch(`http://${address}:8008/cluster`, {
          signal: AbortSignal.timeout(2_000),
        });
        return v.parse(answer, await response.json()).members;
      }),
    ).catch(() => []);
  }
}

/** @throws {Error} if it takes too long */
export async function until(
  what: string,
  seconds: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} took longer than ${seconds} s.`);
    await wait(200);
  }
}
