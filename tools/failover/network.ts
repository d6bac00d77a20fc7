import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';

/** Where the machines of the trial are, and how they reach each other. */
export interface Network {
  addressOf(machine: number): string;
  /** What a command of a machine starts with. */
  inside(machine: number): readonly string[];
  /** Loses every packet from and to a machine, without a word to either side. Null where this is not possible. */
  readonly cut: ((machine: number) => void) | null;
  mend(machine: number): void;
}

const ip = (words: string): void => {
  execFileSync('ip', words.split(' '));
};

/** Each machine in a network namespace of its own, with a cable to one switch. Needs a namespace that nobody else uses. */
export function namespaces(machines: readonly number[]): Network {
  ip('link set lo up');
  ip('link add switch type bridge');
  ip('addr add 10.0.0.254/24 dev switch');
  ip('link set switch up');
  for (const machine of machines) {
    ip(`netns add machine-${machine}`);
    ip(`link add cable-${machine} type veth peer name eth0 netns machine-${machine}`);
    ip(`link set cable-${machine} master switch up`);
    ip(`-n machine-${machine} addr add 10.0.0.${machine}/24 dev eth0`);
    ip(`-n machine-${machine} link set eth0 up`);
    ip(`-n machine-${machine} link set lo up`);
  }
  return {
    addressOf: (machine) => `10.0.0.${machine}`,
    inside: (machine) => ['ip', 'netns', 'exec', `machine-${machine}`],
    cut: (machine) => ip(`link set cable-${machine} nomaster`),
    mend: (machine) => ip(`link set cable-${machine} master switch`),
  };
}

/** Every machine at a loopback address of its own. No machine can be cut off. */
export async function loopback(ports: readonly number[]): Promise<Network> {
  const network = 1 + (process.pid % 250);
  for (const port of ports) {
    const server = createServer().listen(port, `127.0.${network}.1`);
    await once(server, 'listening').catch(() => {
      throw new Error(`Another program uses port ${port} of every address of this machine. Stop it first.`);
    });
    server.close();
  }
  return {
    addressOf: (machine) => `127.0.${network}.${machine}`,
    inside: () => [],
    cut: null,
    mend: () => undefined,
  };
}
