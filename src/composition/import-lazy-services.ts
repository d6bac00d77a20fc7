import { nextTask } from '../adapters/browser/scheduling.ts';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import { services } from '../application/services.ts';
import { milliseconds } from '../domain/time.ts';
import type { Container } from './container.ts';
import type { Instances } from './lazy-services.ts';
import { resolve, type Registrable } from './register.ts';
import { TOKENS } from './tokens.ts';

/** How long to wait before the next attempt. */
const PAUSE = milliseconds(5000);

type NamedClass = readonly [name: string, type: Registrable<object>];

/** Fetches the code of the lazy services and starts them. It retries until it succeeds, while callers wait. */
export async function importLazyServices(container: Container): Promise<Instances> {
  for (;;) {
    const code = await fetchCode().catch(() => null);
    if (code !== null) {
      const [lazyCode, classes] = code;
      container.load(lazyCode.lazyAdapters);
      await nextTask();
      lazyCode.startLazyServices(container);
      return new Map(classes.map(([name, type]) => [name, resolve(container, type)]));
    }
    // After a deployment the code may no longer exist.
    await resolve(container, MoveToNewestBuild).move();
    await container.get(TOKENS.clock).after(PAUSE);
  }
}

const fetchCode = async () => Promise.all([import('./start-lazy.ts'), lazyClasses()]);

export async function lazyClasses(): Promise<readonly NamedClass[]> {
  const named = Object.entries(services).map(async ([name, entry]): Promise<readonly NamedClass[]> =>
    typeof entry === 'function' ? [] : [[name, await entry.load()]],
  );
  return (await Promise.all(named)).flat();
}
