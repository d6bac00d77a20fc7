/** What a text says as JSON, untrusted; null where it says nothing. */
export const parsedJson = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};
