/**
 * The lines of a text that arrives in parts. Only a line feed ends a line. The `readline` of Node 24 also ends a line at
 * U+2028 and U+2029, which JSON may contain.
 *
 * @param parts text, or bytes in UTF-8
 */
export async function* linesOf(parts: AsyncIterable<unknown>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of parts) {
    rest += part instanceof Uint8Array ? decoder.decode(part, { stream: true }) : String(part);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
