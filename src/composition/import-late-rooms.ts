import type { Container } from 'inversify';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import { milliseconds } from '../domain/time.ts';
import type { LateServices } from '../ui/app/services.ts';
import { nextTask } from './next-task.ts';
import { TOKENS } from './tokens.ts';

/** How long to wait before the code is asked for again. */
const PAUSE = milliseconds(5000);

/** Fetches what comes after the first content, for as long as it takes: whoever has called upon it waits. */
export async function importLateRooms(container: Container): Promise<LateServices> {
  for (;;) {
    const rooms = await fetched();
    if (rooms !== null) {
      rooms.furnish(container);
      await nextTask();
      return rooms.openLateRooms(container);
    }
    // After a deployment the code may be gone for good.
    await container.get(MoveToNewestBuild).move();
    await container.get(TOKENS.clock).after(PAUSE);
  }
}

async function fetched() {
  try {
    return await import('./late-rooms.ts');
  } catch {
    return null;
  }
}
