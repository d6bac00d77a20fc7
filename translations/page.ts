import { directionOf, ENGLISH, matchLanguage } from './languages.ts';
import { type Catalogue, setTranslation } from './translate.ts';

/** The language files of a build, as its page names them. */
export type LanguageFiles = Readonly<Record<string, LanguageFile>>;

export type LanguageFile = {
  readonly path: string;
  /** True if it has each text of the page. */
  readonly isComplete: boolean;
};

/** What the start script has chosen, for the application. */
export type LanguageStart = {
  readonly language: string;
  readonly offered: readonly string[];
  /** The texts, which are under way; null for English. */
  readonly catalogue: Promise<Catalogue> | null;
};

declare global {
  interface Window {
    languageStart?: LanguageStart;
  }
}

/** The key of the browser's storage, where the choice stays. */
export const STORED_LANGUAGE = 'language';

/**
 * The language of a page: the one that was chosen in this browser, else one that the browser prefers, else English (LANG-1).
 */
export const languageOf = (
  offered: readonly string[],
  chosen: string | null,
  preferred: readonly string[],
): string =>
  matchLanguage([...(chosen === null ? [] : [chosen]), ...preferred, ENGLISH], offered) ??
  offered[0] ??
  ENGLISH;

/** Says in the document which language it has, and in which direction it is written (LANG-2). */
export function markDocument(language: string): void {
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
}

/** Requests the texts of a language. Rejects if they cannot be had. */
export async function fetchCatalogue(file: LanguageFile): Promise<Catalogue> {
  const response = await fetch(file.path, { credentials: 'omit' });
  const body: unknown = response.ok ? await response.json() : null;
  if (!isCatalogue(body)) throw new TypeError(`${file.path} is no language file: ${response.status}`);
  return body;
}

const isCatalogue = (body: unknown): body is Catalogue =>
  typeof body === 'object' && body !== null && Object.values(body).every((each) => typeof each === 'string');

/** The folder of the files of a build. The page names its languages without it. */
const FOLDER = '/assets/';

/** The language files that the page names. */
export function filesOfPage(): LanguageFiles {
  const files: Record<string, LanguageFile> = {};
  try {
    const read: unknown = JSON.parse(document.getElementById('languages')?.textContent ?? '{}');
    if (typeof read !== 'object' || read === null) return files;
    for (const [language, file] of Object.entries(read)) {
      const entry: readonly unknown[] = Array.isArray(file) ? file : [];
      const [path, isComplete] = entry;
      if (typeof path === 'string')
        files[language] = { path: FOLDER + path, isComplete: isComplete === true };
    }
  } catch {
    // A page that somebody has changed speaks English.
  }
  return files;
}

/** Waits for the texts that the start script has requested. Without them the page is in English. */
export async function openLanguage(): Promise<void> {
  const { language = ENGLISH, catalogue = null } = window.languageStart ?? {};
  if (catalogue === null) return;
  try {
    setTranslation({ language, catalogue: await catalogue });
  } catch {
    markDocument(ENGLISH);
  }
}

/** The languages that this page offers. */
export const offeredHere = (): readonly string[] => window.languageStart?.offered ?? [ENGLISH];
