import type { ClientName, CognitoConfig, OpenExchange, PoolClient, PoolExchange } from './pool-client.ts';
import type { ScratchStorage } from './scratch-storage.ts';

/** The code of each client. Only the chosen one is ever loaded (SES-145). */
const CLIENTS: Readonly<Record<ClientName, () => Promise<{ readonly openExchange: OpenExchange }>>> = {
  vendor: async () => import('./vendor/vendor-client.ts'),
  webcrypto: async () => import('./webcrypto/webcrypto-client.ts'),
};

/**
 * The user pool through the configured client. The client is loaded when it is first needed; a valid session does not
 * need it.
 */
export class UserPool implements PoolClient {
  private loading: Promise<OpenExchange> | null = null;

  /** @param onMissingCode called when code could not be loaded, for example because a deployment has removed it */
  constructor(
    readonly config: CognitoConfig,
    private readonly onMissingCode: () => void = () => undefined,
  ) {}

  async exchange(storage: ScratchStorage, signal?: AbortSignal): Promise<PoolExchange> {
    const open = await this.load();
    return open(this.config, storage, signal);
  }

  prepare(): void {
    this.load().catch(() => undefined);
  }

  async code<Part>(importPart: () => Promise<Part>): Promise<Part> {
    try {
      return await importPart();
    } catch (error) {
      this.onMissingCode();
      throw error;
    }
  }

  private async load(): Promise<OpenExchange> {
    this.loading ??= this.code(CLIENTS[this.config.client ?? 'vendor'])
      .then(({ openExchange }) => openExchange)
      .catch((error: unknown) => {
        this.loading = null;
        throw error;
      });
    return this.loading;
  }
}
