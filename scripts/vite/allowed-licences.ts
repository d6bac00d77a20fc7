/** Licences that require only that their text is included. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense']);

/** Packages with their own terms, which the product has accepted as a customer of the vendor. */
const AGREED = new Set(['@braze/web-sdk']);

/**
 * Whether a package may be sent to listeners.
 *
 * @param licence what its `package.json` says: an SPDX expression of one operator at most
 */
export function isAllowed({ name, licence }: { readonly name: string; readonly licence: string }): boolean {
  if (AGREED.has(name)) return true;
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  return expression.includes(' OR ')
    ? expression.split(' OR ').some((each) => PERMISSIVE.has(each))
    : expression.split(' AND ').every((each) => PERMISSIVE.has(each));
}
