import { EMBEDDED_POOL } from '../../server/pool/part.ts';
import type { Provider } from '../../server/provider.ts';
import { UserPool } from '../../src/adapters/cognito/user-pool.ts';
import { startTestProvider } from '../server/support/provider.ts';

/** One request as the provider received it. */
export type WireCall = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
};

/** A real provider on a loopback port, with its test controls open. */
export class TestProvider {
  static async start(): Promise<TestProvider> {
    return new TestProvider(await startTestProvider({ faults: true }));
  }

  private constructor(readonly provider: Provider) {}

  get origin(): string {
    return this.provider.origin;
  }

  async close(): Promise<void> {
    await this.provider.close();
  }

  userPool(authFlow: 'srp' | 'custom' = 'srp'): UserPool {
    return new UserPool({ ...EMBEDDED_POOL, endpoint: `${this.origin}/pool`, authFlow });
  }

  /** What the provider received since the log was last cleared. */
  async calls(): Promise<readonly WireCall[]> {
    const response = await fetch(`${this.origin}/__faults/log`);
    const { entries } = (await response.json()) as { readonly entries: readonly WireCall[] };
    return entries;
  }

  async clearCalls(): Promise<void> {
    await fetch(`${this.origin}/__faults/log`, { method: 'DELETE' });
  }

  async arm(fault: Readonly<Record<string, unknown>>): Promise<void> {
    await this.post('/__faults', fault);
  }

  async disarm(): Promise<void> {
    await fetch(`${this.origin}/__faults`, { method: 'DELETE' });
  }

  async post(path: string, body: unknown): Promise<void> {
    const response = await fetch(this.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`);
  }
}
