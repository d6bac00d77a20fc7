import { createElement, Fragment, type ReactNode } from 'react';
import { currentTranslation, translateParts } from 'audio-streaming-translations/translate';

type SentenceProps = {
  /** The whole English sentence, with `{name}` for a value and `<name>…</name>` around words of an element. */
  readonly text: string;
  /** A value or an element for each gap; a function for each tag, which gets the words between its ends. */
  readonly values: Readonly<Record<string, ReactNode | ((words: ReactNode) => ReactNode)>>;
};

/**
 * A sentence with elements in it, in the language of the page: `<Sentence text="New here? <link>Create your account</link>"
 * values={{ link: (words) => <a href="/create">{words}</a> }} />`.
 */
export function Sentence({ text, values }: SentenceProps): ReactNode {
  const fillings = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (words: readonly ReactNode[]) => value(together(words)) : value,
    ]),
  );
  return together(translateParts<ReactNode>(currentTranslation(), text, fillings));
}

// As arguments, the parts need no keys.
const together = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
