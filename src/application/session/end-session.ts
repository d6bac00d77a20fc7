import type { Analytics } from '../../ports/analytics.ts';
import type { ContentCache } from '../../ports/content-cache.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { PORTS, type Inject } from '../../ports/tokens.ts';
import { ListenerData } from './listener-data.ts';

/** Removes everything of the listener from this page: sound, states, cached responses (SES-36). */
export class EndSession {
  static readonly inject: Inject<typeof EndSession> = [
    ListenerData,
    PORTS.cache,
    PORTS.analytics,
    PORTS.messaging,
  ];
  private beforeEnd: () => void = () => undefined;

  constructor(
    private readonly listenerData: ListenerData,
    private readonly cache: ContentCache,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
  ) {}

  /** Sets what runs before the data is removed, because it needs the data. */
  runBefore(step: () => void): void {
    this.beforeEnd = step;
  }

  end(): void {
    this.beforeEnd();
    this.listenerData.clear();
    this.cache.clear();
    this.analytics.reset();
    this.messaging.reset();
  }
}
