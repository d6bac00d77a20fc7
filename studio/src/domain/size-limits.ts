import { message } from '../../../src/domain/message.ts';

/**
 * Why a response 413 is not from the provider, and what to do (STU-70). A proxy before the provider has limits of its own,
 * and only the people who run it can change them.
 */
export const REFUSED_BY_PROXY = message(
  'A proxy before the provider allows no request of this size. Whoever runs it has to raise its limit, such as client_max_body_size of nginx.',
);

const TOO_LARGE = 413;

/**
 * True if a proxy refused a request for its size.
 *
 * @param isOfProvider whether the body of the response is one of the provider's
 */
export const isRefusedByProxy = (status: number, isOfProvider: boolean): boolean =>
  status === TOO_LARGE && !isOfProvider;
