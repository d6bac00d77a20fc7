import { PSEUDO } from './languages.ts';

/** The name of a language in that language, as `Deutsch`. */
export function ownName(language: string): string {
  if (language === PSEUDO) return '[Pseudo]';
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}
