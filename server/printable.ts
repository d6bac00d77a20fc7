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
