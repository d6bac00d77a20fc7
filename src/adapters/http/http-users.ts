import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { PageKey, UserApi } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { pageParams } from './page-params.ts';
import { decodeCatalogue } from './wire/catalogue.ts';
import { decodeUser } from './wire/user.ts';

/** The listener's own record over HTTP. */
export class HttpUsers implements UserApi {
  constructor(private readonly api: ApiClient) {}

  async me(cancellation?: Cancellation) {
    return this.api.get({ path: apiPath`/user`, cancellation }, decodeUser);
  }

  async update(changes: { readonly name?: string; readonly email?: string }) {
    const body = { full_name: changes.name, email: changes.email };
    return this.api.send({ method: 'PUT', path: apiPath`/user`, body });
  }

  async passwordChanged() {
    return this.api.send({ method: 'POST', path: apiPath`/user/change_password`, body: {} });
  }

  async requestPasswordReset(email: string) {
    return this.api.send({ method: 'POST', path: apiPath`/user/forgot_password`, body: { email } });
  }

  async createAccount({ email, name }: { readonly email: string; readonly name: string }) {
    const body = { email, full_name: name };
    // 409 means that the provider knows the account already, for example because an earlier response was lost.
    return this.api.send({ method: 'POST', path: apiPath`/user/create_account`, body, doneStatus: 409 });
  }

  async recordLoginAttempt({ email, success }: { readonly email: string; readonly success: boolean }) {
    return this.api.send({ method: 'POST', path: apiPath`/user/login_attempts`, body: { email, success } });
  }

  async purchased(page: PageKey | null, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.purchases, page);
    return this.api.get(
      { path: apiPath`/user/purchased-content`, params, cancellation },
      decodeCatalogue.items,
    );
  }
}
