import type * as Vendor from './library.ts';

import type { ScratchStorage } from './scratch-storage.ts';

export type CognitoConfig = {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  /** Null means the public endpoint of the region (APP-28). */
  readonly endpoint: string | null;
  /** `custom` for a pool with custom challenges, because no other flow has them (SES-14). The default is `srp`. */
  readonly authFlow?: 'srp' | 'custom';
};

type Library = typeof Vendor;

/** The vendor's library and the pool, for one exchange with its own storage. */
export type PoolExchange = {
  readonly library: Library;
  readonly pool: Vendor.CognitoUserPool;
  readonly user: (username: string) => Vendor.CognitoUser;
};

/**
 * The user pool through the vendor's library. The library is loaded when it is first needed; a valid session does not
 * need it.
 */
export class UserPool {
  private loading: Promise<Library> | null = null;

  /** @param onMissingCode called when code could not be loaded, for example because a deployment has removed it */
  constructor(
    readonly config: CognitoConfig,
    private readonly onMissingCode: () => void = () => undefined,
  ) {}

  /**
   * Starts an exchange. Rejects if the library cannot be loaded; a later call tries again.
   *
   * @param signal when it aborts, the exchange sends no further request
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

  /** Starts loading the library before its first use. */
  prepare(): void {
    this.load().catch(() => undefined);
  }

  /** Imports a lazy part of this adapter. Rejects if it cannot be loaded. */
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

/** The library cannot cancel a request. Its client passes these options on to `fetch`. */
const sendWhile = (pool: Vendor.CognitoUserPool, signal: AbortSignal): void => {
  const client: unknown = Reflect.get(pool, 'client');
  if (typeof client === 'object' && client !== null) Object.assign(client, { fetchOptions: { signal } });
};
