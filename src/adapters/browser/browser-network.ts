import { fromEvent, map } from 'rxjs';

import type { Signal, Network } from '../../ports/platform.ts';

/** The part of a window that reports the network's state. */
export type NetworkWindow = EventTarget & { readonly navigator: Pick<Navigator, 'onLine'> };

export class BrowserNetwork implements Network {
  readonly returned: Signal<void>;

  constructor(private readonly window: NetworkWindow) {
    this.returned = fromEvent(window, 'online').pipe(map(() => undefined));
  }

  isOnline(): boolean {
    return this.window.navigator.onLine;
  }
}
