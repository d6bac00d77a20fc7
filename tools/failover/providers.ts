import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './cluster.ts';
import { databaseUrl } from './database.ts';
import { deployed, type Machine } from './machine.ts';
import { startIn } from './processes.ts';

const PROVIDER = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const PORT = '4321';

/** Starts the proxy of a provider, which finds the primary. Both listen at an address of their own. */
export function startProxy(root: string, address: string, machines: readonly Machine[]): void {
  const folder = join(root, address);
  mkdirSync(folder);
  startIn(folder, ['haproxy', '-db', '-f', deployed('haproxy.cfg')], {
    LISTEN: address,
    ...Object.fromEntries(machines.map((machine, at) => [`DATABASE_${at + 1}`, machine.address])),
  });
}

/** @returns the origin of the provider, once it is ready */
export async function startProvider(root: string, address: string): Promise<string> {
  const folder = join(root, address);
  startIn(folder, [process.execPath, '--import', import.meta.resolve('tsx'), PROVIDER], {
    HOST: address,
    PORT,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl(address, 5432),
    DATABASE_DIRECT_URL: databaseUrl(address, 5433),
  });
  const origin = `http://${address}:${PORT}`;
  await until('The start of a provider', 120, () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return origin;
}
