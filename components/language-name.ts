/** The English name of a language; the tag itself if it is none. */
export const languageName = (tag: string): string => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};
