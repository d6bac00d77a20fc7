const ADDRESS = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;
const NAME = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?`;
const HOST = new RegExp(`^${NAME}$`, 'i');
const ORIGIN = new RegExp(`^https?://${NAME}$`, 'i');

/** Whether an IP address is of this machine, where only this machine can reach it. */
export const isLoopbackAddress = (address: string): boolean => ADDRESS.test(address);

/** The same for what a `Host` header says: a name or an address, with a port or without. */
export const isLoopbackHost = (host: string): boolean => HOST.test(host);

/** The same for the origin of a page; what hides where it is from (`null`) is of nowhere. */
export const isLoopbackOrigin = (origin: string): boolean => ORIGIN.test(origin);
