/**
 * Makes an id from a title: the part before a colon, in lower-case Latin words with hyphens. A number at the end would mean
 * a chapter in a media address, so it gets a letter before it.
 *
 * @throws {Error} if the title has no Latin letter; such an entry needs an `id`
 */
export function slugOf(title: string): string {
  const [main = ''] = title.split(': ');
  const slug = main
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/(^|-)(\d+)$/, '$1n$2');
  if (!/[a-z]/.test(slug)) throw new Error(`The title "${title}" gives no id. Add an "id".`);
  return slug;
}
