/** Parses untrusted text as JSON. Returns null for null and for invalid JSON. */
export const parsedJson = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};
