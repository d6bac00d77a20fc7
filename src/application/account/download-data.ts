import { failed, ok, type Result } from '../../domain/result.ts';
import type { UserApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Fetches everything that the provider stores about the listener (SES-93). */
export class DownloadData {
  static readonly inject: Inject<typeof DownloadData> = [PORTS.userApi];

  constructor(private readonly users: UserApi) {}

  /** Returns the JSON text of the file. */
  async download(): Promise<Result<string, { readonly message: string }>> {
    const data = await this.users.exportData();
    return data.ok
      ? ok(data.value)
      : failed({ message: 'Your data could not be downloaded. Please try again.' });
  }
}
