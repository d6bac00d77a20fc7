import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** Whether a signed media address is valid at this moment. */
export type AddressCheck =
  | { readonly verdict: 'ok'; readonly secondsLeft: number; readonly listener: string }
  | { readonly verdict: 'expired'; readonly secondsAgo: number; readonly listener: string }
  | { readonly verdict: 'forged' };

/** Makes and checks the addresses of sound and PDFs, which are valid for a limited time. */
export interface MediaAddresses {
  /**
   * @param path such as `/media/audio/the-tide-library-3.mp3`
   * @param sub the listener for whom it is made
   * @param seconds how long it is valid, if not as long as usual
   * @returns the path with a signature that expires
   */
  sign(path: string, sub: string, seconds?: number): string;
  verify(url: URL): AddressCheck;
}

/**
 * An address is valid for one path and one listener until it expires. Nothing is stored. Every process that knows the
 * secret can check an address, for example another process on the same database.
 *
 * @param options.lifeSeconds how long an address is valid
 */
export function createMediaAddresses(options: {
  readonly secret: string;
  readonly clock: Clock;
  readonly lifeSeconds: number;
}): MediaAddresses {
  const { secret, clock, lifeSeconds } = options;
  const signature = (path: string, listener: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${path}\n${listener}\n${expires}`).digest();

  return {
    sign(path, sub, seconds = lifeSeconds) {
      const expires = String(Math.floor(clock.now() / 1000) + seconds);
      const query = new URLSearchParams({
        listener: sub,
        expires,
        signature: signature(path, sub, expires).toString('base64url'),
      });
      return `${path}?${query.toString()}`;
    },
    verify(url) {
      const listener = url.searchParams.get('listener') ?? '';
      const expires = url.searchParams.get('expires') ?? '';
      const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
      const right = signature(decodedPath(url), listener, expires);
      if (given.length !== right.length || !timingSafeEqual(given, right)) {
        return { verdict: 'forged' };
      }
      const left = Number(expires) * 1000 - clock.now();
      return left > 0
        ? { verdict: 'ok', secondsLeft: Math.floor(left / 1000), listener }
        : { verdict: 'expired', secondsAgo: Math.floor(-left / 1000), listener };
    },
  };
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}
