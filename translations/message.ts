/** What fills the gaps of a text. A text of the catalogues in a gap is translated, too. */
export type Values = Readonly<Record<string, string | number | Worded>>;

/** A text with what belongs to it. `context` tells apart equal English texts that other languages write differently. */
export type Worded = { readonly text: string; readonly values?: Values; readonly context?: string };

/**
 * A text for people, in English, which is also its key in the catalogues. ICU MessageFormat says where its values stand. A
 * plain string is a text without values.
 */
export type Message = string | Worded;

/** Marks a text for the catalogues where it is named, for example in a table. `t` translates it where it is shown. */
export function message<const Text extends string>(text: Text): Text;
export function message(text: string, values: Values): Worded;
export function message(worded: Worded): Worded;
export function message(text: Message, values?: Values): Message {
  return values === undefined || typeof text !== 'string' ? text : { text, values };
}
