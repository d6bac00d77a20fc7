/**
 * A media address (cover, audio, PDF) made absolute against the product API's address, which counts as a folder.
 * Null unless it is `http:` or `https:`, because nothing else is followed.
 */
export const resolveMediaUrl = (apiUrl: string, url: string): string | null => {
  const resolved = URL.parse(url, apiUrl.replace(/\/*$/u, '/'));
  return resolved?.protocol === 'http:' || resolved?.protocol === 'https:' ? resolved.href : null;
};
