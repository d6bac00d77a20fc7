import { parseXml, XmlElement } from '@rgrove/parse-xml';

/** The XML vocabularies of feeds, and the prefix that this adapter uses for each. */
const VOCABULARIES: readonly (readonly [address: RegExp, prefix: string])[] = [
  [/^https?:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/iu, 'itunes:'],
  [/^https?:\/\/podcastindex\.org\/namespace\/1\.0\/?$/iu, 'podcast:'],
  [/^https:\/\/github\.com\/podcastindex-org\/podcast-namespace\/blob\/main\/docs\/1\.0\.md$/iu, 'podcast:'],
  [/^https?:\/\/podlove\.org\/simple-chapters\/?$/iu, 'psc:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/iu, 'content:'],
];

/** Maps the prefixes of a document to those of `VOCABULARIES`. */
type Names = ReadonlyMap<string, string>;

/** An element of a feed. Names have known prefixes (`itunes:author`); text is without markup. */
export class FeedElement {
  constructor(
    private readonly element: XmlElement,
    private readonly names: Names,
  ) {}

  get name(): string {
    return this.nameOf(this.element);
  }

  /** Returns the trimmed text of an attribute; empty if it is missing. */
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

  /** Returns the text of the first child with one of these names that has text; empty if there is none. */
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
 * Reads untrusted XML. Returns null if it is invalid. The parser knows only the five entities of XML and ignores
 * declarations, so no entity expands. The parser makes no requests.
 */
export const readXml = (text: string): FeedElement | null => {
  try {
    const { root } = parseXml(text, { ignoreUndefinedEntities: true });
    return root === null ? null : new FeedElement(root, namesIn(root));
  } catch {
    // Not well-formed, or nested too deeply.
    return null;
  }
};

/**
 * Reads the prefixes that the root element declares for the known vocabularies. Without a declaration, the usual prefix
 * is used.
 */
const namesIn = (root: XmlElement): Names => {
  const names = new Map<string, string>();
  for (const [attribute, address] of Object.entries(root.attributes)) {
    const prefix = /^xmlns:(?<prefix>.+)$/u.exec(attribute)?.groups?.['prefix'];
    const vocabulary = VOCABULARIES.find(([known]) => known.test(address.trim()));
    if (prefix !== undefined && vocabulary !== undefined) names.set(`${prefix}:`, vocabulary[1]);
  }
  return names;
};
