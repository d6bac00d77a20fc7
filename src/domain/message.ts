/** What fills the gaps of a text. A text of the catalogues in a gap is translated, too. */
export type Values = Readonly<Record<string, string | number | Worded>>;

/** A text with the values that belong to it. */
export type Worded = { readonly text: string; readonly values?: Values };

/**
 * A text for people, in English, which is also its key in the catalogues of other languages. ICU MessageFormat says where its
 * values stand. A plain string is a text without values. The screens translate it where they show it (LANG-7).
 */
export type Message = string | Worded;

/** Marks a text for the catalogues. The first argument is the whole English text. */
export function message<const Text extends string>(text: Text): Text;
/** The same for a text with values, which stay beside it until it is shown. */
export function message(text: string, values: Values): Worded;
export function message(text: string, values?: Values): Message {
  return values === undefined ? text : { text, values };
}
