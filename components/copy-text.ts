/** Copies a text. False if the browser does not allow it, or offers no clipboard to a page without encryption. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
