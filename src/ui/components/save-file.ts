/** By then, the browser has started to read the file. */
const RELEASE_MS = 60_000;

/** Saves a text as a file in the downloads of the browser. */
export function saveFile(
  name: string,
  type: 'application/json' | 'text/csv' | 'text/markdown',
  text: string,
): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
