import { directionOf, ENGLISH } from './languages.ts';
import { type Catalogue, setTranslation } from './translate.ts';

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

/** Says in the document which language it has, and in which direction it is written (LANG-2). */
export function markDocument(language: string): void {
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
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
