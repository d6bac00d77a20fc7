import { findSubject } from '../catalogue/subjects.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import type { Fields } from '../text.ts';
import { partsOf } from './app-paths.ts';
import { writeConfiguration } from './configuration.ts';
import { SUBJECT_TABLES } from '../catalogue/subject-kinds.ts';
import { findDocument } from '../catalogue/find-item.ts';

/** What a shared link says to those who have no session (APP-80). */
interface SharedPage {
  readonly title: string;
  /** Empty if there is nothing to say. */
  readonly description: string;
  /** A path of the provider, or an absolute address. */
  readonly picture: string;
}

/** A shared link: what it says, and where it leads. */
interface SharedLink extends SharedPage {
  readonly brand: string;
  readonly origin: string;
  readonly path: string;
}

/** As much as those programs show that make a preview of a link. */
const LONGEST_DESCRIPTION = 200;

const shortened = (text: string): string => {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  if (words.length <= LONGEST_DESCRIPTION) return words;
  const start = words.slice(0, LONGEST_DESCRIPTION).replace(/[\uD800-\uDBFF]$/u, '');
  return `${start.replace(/\s+\S*$/u, '')}…`;
};

/**
 * What the page of a title, a person, a series or a subject shows to everybody. Of a title this is the name, the authors,
 * the beginning of the description and the cover (APP-80). Null for all other paths, and for what is not published.
 *
 * @param path as the address has it
 */
async function readSharedPage(db: CatalogueDatabase, path: string): Promise<SharedPage | null> {
  const [kind = '', id = '', ...rest] = partsOf(path);
  if (id === '' || id.includes('\0') || rest.length > 0) return null;
  const table = SUBJECT_TABLES.find((each) => each === kind.toLowerCase());
  if (table !== undefined) {
    const subject = await findSubject(db, table, id);
    return subject === undefined ? null : { title: subject.name, description: '', picture: subject.img_url };
  }
  if (kind.toLowerCase() !== 'audios') return null;
  const document = await findDocument(db, id);
  if (document === undefined) return null;
  const { title, author_info, description, img_url } = document;
  const authors = author_info.map(({ name }) => name).join(', ');
  return {
    title: authors === '' ? title : `${title} by ${authors}`,
    description: shortened(description),
    picture: img_url,
  };
}

const CODES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => CODES[sign] ?? sign);

/** Adds what a shared link says to the head of a page. The app itself reads it in the configuration document. */
function withSharedLink(
  html: string,
  { title, description, picture, brand, origin, path }: SharedLink,
): string {
  const image = URL.parse(picture, origin)?.href;
  const tags = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', brand],
    ['property', 'og:title', title],
    ['property', 'og:url', new URL(path, origin).href],
    ['property', 'og:description', description],
    ['property', 'og:image', image],
    ['name', 'description', description],
    ['name', 'twitter:card', 'summary'],
  ] as const;
  const head = tags
    .filter(([, , content]) => content !== undefined && content !== '')
    .map(([kind, name, content = '']) => `<meta ${kind}="${name}" content="${escaped(content)}" />`);
  return html
    .replace(/<title>[^<]*<\/title>/iu, () => `<title>${escaped(`${title} · ${brand}`)}</title>`)
    .replace('</head>', () => `${head.join('\n')}\n</head>`);
}

/** What the page at a path says to everybody. Null if it says nothing. */
export type SharedAt = (asked: {
  readonly origin: string;
  readonly path: string;
  /** The configuration document of the page. */
  readonly document: Fields;
}) => Promise<SharedLink | null>;

/**
 * Reads what shared links say.
 *
 * @param catalogue null: they say nothing
 */
export const sharedLinks =
  (catalogue: CatalogueDatabase | null, log: (line: string) => void): SharedAt =>
  async ({ origin, path, document: { apiUrl, brand = 'Hark' } }) => {
    // The catalogue of another provider is unknown here.
    const isOwnApi =
      apiUrl === undefined || (typeof apiUrl === 'string' && URL.parse(apiUrl)?.origin === origin);
    if (catalogue === null || !isOwnApi) return null;
    // A page without a preview is better than none.
    const shared = await readSharedPage(catalogue, path).catch((error: unknown) => {
      log(`shared link: ${String(error)}`);
      return null;
    });
    return shared === null ? null : { ...shared, origin, path, brand: String(brand) };
  };

/** The page with its configuration document, and with what a shared link says. */
export function pageOf(built: string, document: Fields, shared: SharedLink | null): string {
  if (shared === null) return writeConfiguration(built, document);
  const { path, title } = shared;
  return withSharedLink(writeConfiguration(built, { ...document, shared: { path, title } }), shared);
}
