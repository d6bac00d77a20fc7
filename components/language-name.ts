import { formatName } from 'audio-streaming-translations/formats';

/** The name of a language, that stands alone, as `German` or `Allemand`; the tag itself if it is none. */
export const languageName = (tag: string): string => {
  const name = formatName(tag, 'language');
  return name === tag ? tag : name.slice(0, 1).toLocaleUpperCase() + name.slice(1);
};
