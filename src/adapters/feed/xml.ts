import { parseXml, XmlElement } from '@rgrove/parse-xml';

/** The vocabularies that feeds are written in, by the prefix that this adapter calls them. */
const VOCABULARIES: readonly (readonly [address: RegExp, prefix: string])[] = [
  [/^https?:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/iu, 'itunes:'],
  [/^https?:\/\/podcastindex\.org\/namespace\/1\.0\/?$/iu, 'podcast:'],
  [/^https:\/\/github\.com\/podcastindex-org\/podcast-namespace\/blob\/main\/docs\/1\.0\.md$/iu, 'podcast:'],
  [/^https?:\/\/podlove\.org\/simple-chapters\/?$/iu, 'psc:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/iu, 'content:'],
];

/** Sees elements by the prefixes of `VOCABULARIES`, whatever a document calls them itself. */
type Names = ReadonlyMap<string, string>;

/** An element of a feed: names by known prefixes (`itunes:author`), text without its mark-up. */
export class FeedElement {
  constructor(
    private readonly element: XmlElement,
    private readonly names: Names,
  ) {}

  get name(): string {
    return this.nameOf(this.element);
  }

  /** An attribute's text without the blanks around it; empty when there is none. */
  attribute(name: string): string {
    return this.element.attributes[name]?.trim() ?? '';
  }

  all(name: string): readonly FeedElement[] {
    return this.element.children.flatMap((child) =>
      child instanceof XmlElement && this.nameOf(child) === name ? [new FeedElement(child, this.names)] : [],
    );
  }

  first(name: string): FeedElement | null {
    return this.all(name)[0] ?? null;
  }

  /** The text of the first child of one of these names that has any; empty when none has. */
  text(...names: readonly string[]): string {
    for (const name of names) {
      for (const child of this.all(name)) {
        const text = child.ownText;
        if (text !== '') return text;
      }
    }
    return '';
  }

  get ownText(): string {
    return this.element.text.trim();
  }

  private nameOf({ name }: XmlElement): string {
    const colon = name.indexOf(':');
    const prefix = name.slice(0, colon + 1);
    return (this.names.get(prefix) ?? prefix) + name.slice(colon + 1);
  }
}

/**
 * Reads a document of untrusted XML; null when it is none. The parser knows no entities but XML's own five and
 * ignores what a document declares, so that nothing expands; it asks for nothing elsewhere.
 */
export const readXml = (text: string): FeedElement | null => {
  try {
    const { root } = parseXml(text, { ignoreUndefinedEntities: true });
    return root === null ? null : new FeedElement(root, namesIn(root));
  } catch {
    // Not well-formed, or nested deeper than the stack goes.
    return null;
  }
};

/** What the root element calls the known vocabularies; the usual prefixes count where it declares nothing. */
const namesIn = (root: XmlElement): Names => {
  const names = new Map<string, string>();
  for (const [attribute, address] of Object.entries(root.attributes)) {
    const prefix = /^xmlns:(?<prefix>.+)$/u.exec(attribute)?.groups?.['prefix'];
    const vocabulary = VOCABULARIES.find(([known]) => known.test(address.trim()));
    if (prefix !== undefined && vocabulary !== undefined) names.set(`${prefix}:`, vocabulary[1]);
  }
  return names;
};
