import { test as base } from '../fixtures.ts';
import { Provider } from './provider.ts';

/** One event as a collector of the provider received it. */
export type CollectedEvent = {
  readonly service: 'analytics' | 'messaging';
  readonly name: string;
  readonly userId: string | null;
  readonly deviceId: string | null;
  readonly sessionId: string | number | null;
  readonly properties: Readonly<Record<string, unknown>>;
};

type Fields = Readonly<Record<string, unknown>>;

/** The events that the analytics and messaging services received, and the messages that the latter sends. */
export class Collectors {
  constructor(private readonly provider: Provider) {}

  /** The events that one service received, oldest first. */
  async events(service: CollectedEvent['service']): Promise<readonly CollectedEvent[]> {
    const response = await this.call('GET', '');
    const { events } = (await response.json()) as { readonly events: readonly CollectedEvent[] };
    return events.filter((event) => event.service === service);
  }

  async names(service: CollectedEvent['service']): Promise<readonly string[]> {
    return (await this.events(service)).map(({ name }) => name);
  }

  async forget(): Promise<void> {
    await this.call('DELETE', '');
  }

  /** Sends this message to every listener who opens the app. */
  async sendOnOpen(message: Fields): Promise<void> {
    const trigger = {
      id: 'campaign',
      type: 'inapp',
      trigger_condition: [{ type: 'open' }],
      start_time: null,
      end_time: null,
      priority: 0,
      delay: 0,
      re_eligibility: 0,
      data: { trigger_id: 'campaign', ...message },
    };
    await this.call('PUT', '/campaigns', { triggers: [trigger] });
  }

  /** Every request body that the two services received, as text. */
  async bodies(): Promise<readonly string[]> {
    const calls = await this.provider.calls();
    return calls.filter(({ path }) => path.startsWith('/collect/')).map(({ body }) => JSON.stringify(body));
  }

  private async call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.provider.origin}/__collectors${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`${method} /__collectors${path} returned ${response.status}`);
    return response;
  }
}

/** Playwright's `test` with a provider that also acts as the analytics and the messaging service. */
export const test = base.extend<{ readonly collectors: Collectors }, { readonly provider: Provider }>({
  provider: [
    async ({}, use) => {
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist', []);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  collectors: [
    async ({ provider }, use) => {
      const collectors = new Collectors(provider);
      await collectors.forget();
      await use(collectors);
    },
    { auto: true },
  ],
});
