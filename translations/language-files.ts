import { ENGLISH, matchLanguage } from './languages.ts';
import type { Catalogue } from './translate.ts';

/*
 * The start script and a later change of the language use this. The first page in English needs none of it.
 */

/** The language files of a build, as its page names them. */
export type LanguageFiles = Readonly<Record<string, LanguageFile>>;

export type LanguageFile = {
  readonly path: string;
  /** True if it has each text of the page. */
  readonly isComplete: boolean;
};

/** The key under which the browser stores the chosen language. */
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

/** Requests the texts of a language. Rejects if they cannot be had. */
export async function fetchCatalogue(file: LanguageFile): Promise<Catalogue> {
  const response = await fetch(file.path, { credentials: 'omit' });
  const body: unknown = response.ok ? await response.json() : null;
  if (!isCatalogue(body)) throw new TypeError(`${file.path} is no language file: ${response.status}`);
  return body;
}

/** True for at least one text by its key. */
function isCatalogue(body: unknown): body is Catalogue {
  const texts: readonly unknown[] =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.values(body) : [];
  return texts.some((each) => each !== '') && texts.every((each) => typeof each === 'string');
}

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

/** The languages that this page offers. */
export const offeredHere = (): readonly string[] => window.languageStart?.offered ?? [ENGLISH];
