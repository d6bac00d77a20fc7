// Control characters move the cursor, colour or clear a terminal; the others turn the order of a line round, or break it.
const HOSTILE = /(?!\n {4}at )[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|\p{Surrogate}/gu;

/**
 * Text as it may be printed: what a caller sent, such as an address or a name, cannot command the terminal or start a
 * line of its own. Only the lines of a stack trace stay lines.
 */
export const printable = (text: string): string =>
  text.replaceAll(HOSTILE, (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
