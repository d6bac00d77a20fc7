/** A bucket, as `MEDIA_STORE` names it. */
export interface StoreAddress {
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Undefined for the service of Amazon. */
  readonly endpoint: string | undefined;
  /** Undefined: the client reads it from its own variables. */
  readonly region: string | undefined;
}

/**
 * Reads an address such as `s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1`.
 *
 * @returns null if it is none
 */
export function readStoreAddress(text: string): StoreAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const bucket = url.hostname;
  // These are the rules for the names of buckets.
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/u.test(bucket)) return null;
  const prefix = decoded(url.pathname.replaceAll(/^\/+|\/+$/gu, ''));
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const region = url.searchParams.get('region') ?? undefined;
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'endpoint' || name === 'region');
  if (!isKnown || prefix === null || url.hash !== '' || region === '') return null;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/u.test(new URL(endpoint).protocol))) {
    return null;
  }
  return { bucket, prefix, endpoint, region };
}

/** Null for a prefix that is no path of a key. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    const parts = text.split('/');
    const isPath = text === '' || parts.every((part) => part !== '' && part !== '.' && part !== '..');
    return isPath ? text : null;
  } catch {
    return null;
  }
}
