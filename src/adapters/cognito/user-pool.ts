import type * as Vendor from './library.ts';

import type { CognitoConfig } from './cognito-config.ts';
import type { ScratchStorage } from './scratch-storage.ts';

type Library = typeof Vendor;

/** The vendor's library with the pool it speaks to, for one exchange that keeps its notes in `storage`. */
export type PoolExchange = {
  readonly library: Library;
  readonly pool: Vendor.CognitoUserPool;
  readonly user: (username: string) => Vendor.CognitoUser;
};

/**
 * The user pool through the vendor's library, which is fetched when it is first needed: a session that
 * still holds does without it.
 */
export class UserPool {
  private loading: Promise<Library> | null = null;

  /** @param onMissingCode told whenever code could not be fetched: after a deployment it may be gone for good */
  constructor(
    readonly config: CognitoConfig,
    private readonly onMissingCode: () => void = () => undefined,
  ) {}

  /**
   * Rejects when the library cannot be fetched; a later call tries again.
   *
   * @param signal once it aborts, the exchange sends nothing more
   */
  async exchange(storage: ScratchStorage, signal?: AbortSignal): Promise<PoolExchange> {
    const library = await this.load();
    const { region, userPoolId, clientId, endpoint, authFlow } = this.config;
    const pool = new library.CognitoUserPool({
      UserPoolId: userPoolId,
      ClientId: clientId,
      endpoint: endpoint ?? `https://cognito-idp.${region}.amazonaws.com/`,
      Storage: storage,
    });
    if (signal !== undefined) sendWhile(pool, signal);
    return {
      library,
      pool,
      user: (username) => {
        const user = new library.CognitoUser({ Username: username, Pool: pool, Storage: storage });
        user.setAuthenticationFlowType(authFlow === 'custom' ? 'CUSTOM_AUTH' : 'USER_SRP_AUTH');
        return user;
      },
    };
  }

  /** Fetches the library ahead of its first use; nobody waits for it. */
  prepare(): void {
    this.load().catch(() => undefined);
  }

  /** Imports a part of what speaks to the pool; rejects when it cannot be fetched. */
  async code<Part>(importPart: () => Promise<Part>): Promise<Part> {
    try {
      return await importPart();
    } catch (error) {
      this.onMissingCode();
      throw error;
    }
  }

  private async load(): Promise<Library> {
    this.loading ??= this.code(async () => import('./library.ts')).catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }
}

/** The library offers no way to give up a request: its client passes these options on to `fetch`. */
const sendWhile = (pool: Vendor.CognitoUserPool, signal: AbortSignal): void => {
  const client: unknown = Reflect.get(pool, 'client');
  if (typeof client === 'object' && client !== null) Object.assign(client, { fetchOptions: { signal } });
};
