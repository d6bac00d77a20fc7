/** The default name of a TOTP device. */
export const DEFAULT_TOTP_DEVICE = 'My TOTP device';

/**
 * The address in the QR code by which an authenticator app sets itself up.
 *
 * @param secret in base32, as the sign-in service gave it
 * @param issuer the product's name in the app
 * @param account the account's name in the app, such as an e-mail address (ACC-23)
 */
export const otpauthAddress = (secret: string, issuer: string, account: string): string => {
  const [product, name] = [issuer, account].map((text) =>
    // A colon separates issuer and account, so neither may contain one. Half of a surrogate pair cannot be encoded.
    encodeURIComponent(text.replaceAll(':', '').toWellFormed()),
  );
  return `otpauth://totp/${product}:${name}?secret=${encodeURIComponent(secret)}&issuer=${product}`;
};

/** Splits a secret into groups of four characters, which are easier to type. */
export const readableSecret = (secret: string): string => secret.match(/.{1,4}/gu)?.join(' ') ?? '';
