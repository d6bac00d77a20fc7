const ADDRESS = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;
const NAME = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?`;
const HOST = new RegExp(`^${NAME}$`, 'i');
const ORIGIN = new RegExp(`^https?://${NAME}$`, 'i');

/** True for a loopback IP address, which only this machine can reach. */
export const isLoopbackAddress = (address: string): boolean => ADDRESS.test(address);

/** The same for a `Host` header: a name or an address, with or without a port. */
export const isLoopbackHost = (host: string): boolean => HOST.test(host);

/** The same for the origin of a page. A hidden origin (`null`) is not loopback. */
export const isLoopbackOrigin = (origin: string): boolean => ORIGIN.test(origin);
