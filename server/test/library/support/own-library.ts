import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type ImportRequest, Library } from '../../../library/library.ts';
import type { ImportReport } from '../../../library/import/import-log.ts';
import { OPERATOR } from '../../../members/audit.ts';
import { addMember } from '../../../members/manage-members.ts';
import { type Provider, type ProviderOptions } from '../../../provider.ts';
import { session, userOf } from '../../pool/client.ts';
import { ApiClient, startTestProvider, temporaryFolder } from '../../support/provider.ts';

const EMAIL = 'owner@listener.test';
const PASSWORD = 'correct horse battery';

/** A provider with an empty library, and a folder that the test imports when it wants. */
export interface OwnLibrary {
  readonly provider: Provider;
  /** The absolute path of the folder. */
  readonly folder: string;
  /** The folder of the provider's own files. */
  readonly dataDir: string;
  readonly client: ApiClient;
  /** A listener without a plan. */
  listener(): Promise<ApiClient>;
  /** Writes a file, and creates its folders. */
  write(path: string, contents: Buffer | string): void;
  /** Writes a file into the folder of the uploads, which the provider itself imports. */
  writeUpload(path: string, contents: Buffer): void;
  import(options?: Partial<ImportRequest>): Promise<ImportReport>;
}

export async function ownLibrary(options: Pick<ProviderOptions, 'feedNetworks'> = {}): Promise<OwnLibrary> {
  const folder = temporaryFolder();
  const dataDir = temporaryFolder();
  // The provider itself imports no folder, so the test decides when files are found.
  const provider = await startTestProvider({
    dataDir,
    library: [],
    ...options,
  });
  const { db, pool, clock, origin } = provider;
  const member = { email: EMAIL, name: 'Olga', role: 'owner', plan: 'annual', until: null } as const;
  await addMember({ db, pool, clock, by: OPERATOR }, { ...member, password: PASSWORD });
  const listener = async (): Promise<ApiClient> => {
    const email = 'listener@listener.test';
    const person = { email, name: 'Lia', role: 'listener', plan: null, until: null } as const;
    await addMember({ db, pool, clock, by: OPERATOR }, { ...person, password: PASSWORD });
    return new ApiClient(origin, (await session(userOf(`${origin}/pool`, email), PASSWORD)).access);
  };
  const token = (await session(userOf(`${origin}/pool`, EMAIL), PASSWORD)).access;
  const library = new Library(db, clock);
  afterAll(async () => {
    await library.close();
    await provider.close();
  });
  return {
    provider,
    folder,
    client: new ApiClient(origin, token),
    dataDir,
    listener,
    write: (path, contents) => write(join(folder, path), contents),
    writeUpload: (path, contents) => write(join(dataDir, 'uploads', path), contents),
    import: (request = {}) => library.import({ folder, ...request }),
  };
}

function write(path: string, contents: Buffer | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

/** Returns the signed address of a sound. */
export async function addressOf({ client, provider }: OwnLibrary, url: string): Promise<string> {
  const { body } = await client.get(`/audio/tokenize?url=${encodeURIComponent(url)}`);
  if (typeof body !== 'object' || body === null || !('tokenized_url' in body))
    throw new Error(JSON.stringify(body));
  return provider.origin + String(body.tokenized_url);
}
