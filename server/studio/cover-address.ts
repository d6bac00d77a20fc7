import type { TitleState } from '../catalogue/tables.ts';
import type { MediaAddresses } from '../media/addresses.ts';

export interface CoverSigner {
  readonly addresses: Pick<MediaAddresses, 'sign'>;
}

/** For whom the address is made. The studio is one reader, because a cover belongs to no listener. */
const READER = 'studio';

/**
 * The address of a cover in the studio. The cover of a title that is not in the catalogue has a signed address, because it
 * is for the studio alone (STU-18).
 */
export function coverAddress(
  { addresses }: CoverSigner,
  { img_url, state }: { readonly img_url: string; readonly state: TitleState },
): string {
  if (state === 'published') return img_url;
  const [path = '', query] = img_url.split('?');
  const signed = addresses.sign(path, READER);
  return query === undefined ? signed : `${signed}&${query}`;
}
