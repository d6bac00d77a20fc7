import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { DatabaseFiles } from './data-folder.ts';

/** The role and the database of the provider. The role is no superuser. */
export const NAME = 'hark';
export const PORT = 5432;
/** How many bytes the path of a socket may have on every system. */
const LONGEST_SOCKET = 103;

/** False if the path is too long for a socket, or if the system has none. */
export const canHaveSocket = ({ folder }: DatabaseFiles): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET;

/** What the running server wrote about itself. Null until it accepts connections. */
export function addressIn({ data }: DatabaseFiles): { pid: number; port: number; isSocket: boolean } | null {
  try {
    const [pid, , , port, socketFolder, , , state] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split(
      '\n',
    );
    if (state?.trim() !== 'ready') return null;
    return { pid: Number(pid), port: Number(port), isSocket: socketFolder !== '' };
  } catch {
    return null;
  }
}

/** The address of the database, with the password. */
export function urlOf(files: DatabaseFiles): string {
  const secret = readFileSync(files.password, 'utf8').trim();
  const { port, isSocket } = addressIn(files) ?? { port: PORT, isSocket: true };
  return isSocket
    ? `postgresql://${NAME}:${secret}@localhost:${port}/${NAME}?host=${encodeURIComponent(files.folder)}`
    : `postgresql://${NAME}:${secret}@127.0.0.1:${port}/${NAME}`;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? 0 : address.port;
}
