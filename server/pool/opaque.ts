import { createHash, randomBytes } from 'node:crypto';

/** A random token. The database stores only its hash. */
export const newOpaqueToken = (bytes = 48): string => randomBytes(bytes).toString('base64url');

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
