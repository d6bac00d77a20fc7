// 64 characters, all allowed in a code verifier. A random byte selects each of them equally often.
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns random text of `length` characters, from the browser's cryptographic source. */
export const randomText = (crypto: Crypto, length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => CHARACTERS.charAt(byte % 64)).join('');

/** Returns the S256 challenge of a verifier; null if the page is no secure context and cannot compute it. */
export const challengeOf = async (crypto: Partial<Crypto>, verifier: string): Promise<string | null> => {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const binary = String.fromCodePoint(...new Uint8Array(digest));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
