/** By then, the browser has started to read the file. */
const RELEASE_MS = 60_000;

/** Saves a text or a picture as a file in the downloads of the browser. */
export function saveFile(
  name: string,
  type: 'application/json' | 'text/x-opml' | 'text/csv' | 'text/markdown' | 'image/png',
  content: string | Blob,
): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
