/** What a TOTP device is called when nobody named it. */
export const DEFAULT_TOTP_DEVICE = 'My TOTP device';

/**
 * What an authenticator app reads from a QR code to set itself up.
 *
 * @param secret base32, as the sign-in service gave it
 * @param issuer the product, as the app lists it
 * @param account whose codes these are, such as an e-mail address
 */
export const otpauthAddress = (secret: string, issuer: string, account: string): string => {
  const [product, name] = [issuer, account].map((text) =>
    // A colon parts the two; the format knows no other place for one. Half a surrogate pair fits into no address.
    encodeURIComponent(text.replaceAll(':', '').toWellFormed()),
  );
  return `otpauth://totp/${product}:${name}?secret=${encodeURIComponent(secret)}&issuer=${product}`;
};

/** A secret in groups of four, which is how it is read from one screen and typed into another. */
export const readableSecret = (secret: string): string => secret.match(/.{1,4}/gu)?.join(' ') ?? '';
