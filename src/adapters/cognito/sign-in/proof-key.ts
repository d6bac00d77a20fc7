// 64 signs, all of them allowed in a code verifier: a byte falls on each of them equally often.
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** As many random signs as are asked for, from the browser's cryptographic source. */
export const randomText = (crypto: Crypto, length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => SIGNS.charAt(byte % 64)).join('');

/** What an S256 challenge says of its verifier; null where the page may not compute it (no secure context). */
export const challengeOf = async (crypto: Partial<Crypto>, verifier: string): Promise<string | null> => {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const binary = String.fromCodePoint(...new Uint8Array(digest));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
