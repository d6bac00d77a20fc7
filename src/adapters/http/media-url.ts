/**
 * A media address (cover, audio, PDF) made absolute against the product API's origin (contract 2).
 * Null unless it is `http:` or `https:` (contract 3.17).
 */
export const resolveMediaUrl = (apiUrl: string, url: string): string | null => {
  const resolved = URL.parse(url, apiUrl);
  return resolved?.protocol === 'http:' || resolved?.protocol === 'https:' ? resolved.href : null;
};
