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

// Control characters can move the cursor, and colour or clear a terminal. The others reverse or break a line.
const HOSTILE = /(?!\n {4}at )[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|\p{Surrogate}/gu;

/**
 * Makes text safe to print. Text from a caller, such as an address or a name, cannot control the terminal or start a
 * new line. Only the lines of a stack trace stay separate lines.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    HOSTILE,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A text without the code points that Unicode keeps for programs. They are no characters, and XML forbids some of them. */
export const withoutNoncharacters = (text: string): string =>
  text.replaceAll(/\p{Noncharacter_Code_Point}/gu, '');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML and XML, also inside an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (character) => ESCAPES[character] ?? character);

export type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is not an array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
