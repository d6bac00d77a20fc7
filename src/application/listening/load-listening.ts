import type { ListeningApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Loads the listener's listening in numbers (PROG-84). */
export class LoadListening {
  static readonly inject: Inject<typeof LoadListening> = [PORTS.listeningApi];
  /** True once the provider has said that it has no such numbers. It is not asked again in this session. */
  private isAbsent = false;

  constructor(private readonly api: ListeningApi) {}

  reset(): void {
    this.isAbsent = false;
  }

  async load(): ReturnType<ListeningApi['numbers']> {
    if (this.isAbsent) return { ok: false, error: { kind: 'not-found' } };
    const numbers = await this.api.numbers();
    this.isAbsent = !numbers.ok && numbers.error.kind === 'not-found';
    return numbers;
  }
}
