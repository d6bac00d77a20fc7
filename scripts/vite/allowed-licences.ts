/** Licences that ask for no more than that their text comes along. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense']);

/** Packages under terms of their own, which the product has agreed to: it is the vendor's customer. */
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
