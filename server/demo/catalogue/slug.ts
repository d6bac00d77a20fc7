/**
 * The id that a title gives: its main part (before a colon) in lower-case Latin words joined by hyphens.
 * A trailing number would read as a chapter in a media address, so it is spelled with a letter before it.
 *
 * @throws Error when the title has no Latin letter; such an item needs an id of its own.
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
  if (!/[a-z]/.test(slug)) throw new Error(`The title "${title}" gives no id; write one beside it.`);
  return slug;
}
