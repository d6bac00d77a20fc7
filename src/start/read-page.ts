/** The configuration document of the page, of any shape. Undefined if it is no JSON. */
export function configurationOfPage(): unknown {
  try {
    return JSON.parse(document.getElementById('configuration')?.textContent ?? '');
  } catch {
    // The page names the wrong field (APP-21). Until then the strictest policy applies.
    return undefined;
  }
}

/** Reads the browser's storage. If site data is blocked, even reading `localStorage` throws. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
