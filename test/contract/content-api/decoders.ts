import { ApiClient, type GetCall } from '../../../src/adapters/http/api-client.ts';
import { HttpCatalogue } from '../../../src/adapters/http/http-catalogue.ts';
import { HttpFavorites } from '../../../src/adapters/http/http-favorites.ts';
import { HttpPlayback } from '../../../src/adapters/http/http-playback.ts';
import { HttpUsers } from '../../../src/adapters/http/http-users.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { Transport } from '../../../src/adapters/http/transport.ts';
import type { Decoder } from '../../../src/adapters/http/wire/decoded.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { failed } from '../../../src/domain/result.ts';
import type { ApiResult } from '../../../src/ports/content-api.ts';
import { CONTENT_CALLS } from './content-api.ts';

/** A GET call with the decoder that the app uses for its answer. */
type DecodedCall = {
  /** The name of the method, such as `catalogue.browse`. */
  readonly name: string;
  /** The path, such as `/content/{id}`. */
  readonly route: string;
  readonly decode: (body: unknown) => void;
};

const NO_SESSION = failed({ kind: 'none' as const });

/** Sends nothing. Keeps the decoder of the last GET call. */
class DecoderClient extends ApiClient {
  last: ((body: unknown) => void) | null = null;

  constructor() {
    const clock = new MemoryClock();
    const auth = { session: async () => NO_SESSION, renew: async () => NO_SESSION };
    const transport = new Transport({ apiUrl: 'https://api.invalid', auth, clock, random: () => 0 });
    super(transport, new ResponseCache(new MemoryKeyValueStore(), clock, () => undefined), new MemoryLog());
  }

  override async get<Value>(_call: GetCall, decode: Decoder<Value>): Promise<ApiResult<Value>> {
    this.last = (body) => void decode(body, new MemoryLog());
    return failed({ kind: 'cancelled' });
  }
}

/** Every GET call of the app, with its decoder. */
export const decodersOfCalls = async (): Promise<readonly DecodedCall[]> => {
  const found: DecodedCall[] = [];
  for (const { name, route, examples } of CONTENT_CALLS) {
    const [method, path = ''] = route.split(' ');
    const [example] = examples;
    if (method !== 'GET' || example === undefined) continue;
    const client = new DecoderClient();
    await example.call({
      catalogue: new HttpCatalogue(client),
      favorites: new HttpFavorites(client),
      playback: new HttpPlayback(client, 'https://api.invalid'),
      users: new HttpUsers(client),
    });
    if (client.last === null) throw new Error(`${name} decodes nothing`);
    found.push({ name, route: path, decode: client.last });
  }
  return found;
};
