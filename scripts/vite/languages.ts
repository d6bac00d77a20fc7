import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { catalogueOf, type Part, translatedLanguages } from 'audio-streaming-translations/build/catalogues';
import { PSEUDO } from 'audio-streaming-translations/languages';
import { pageAt } from './page.ts';

const MARK = '<!-- languages -->';

type LanguageFile = {
  readonly language: string;
  readonly name: string;
  readonly source: string;
  readonly isComplete: boolean;
};

/** The file of each language for a part, with the texts that the part has (LANG-6). */
function filesOf(part: Part): readonly LanguageFile[] {
  return [...translatedLanguages(), PSEUDO].map((language) => {
    const { catalogue, missing } = catalogueOf(language, part);
    const source = JSON.stringify(catalogue);
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
    return {
      language,
      // The builds of app and studio go into one folder.
      name: `${part === 'app' ? '' : `${part}-`}language-${language}-${hash}.json`,
      source,
      isComplete: missing === 0,
    };
  });
}

/**
 * Gives a page its languages: a file for each, and their names in the document, for the start script. The names stand without
 * their folder, because a page needs one of them at most, and the service worker stores all files that a page names.
 *
 * @param built the page that is built. The development server has both.
 */
export function languages(built: 'app' | 'studio'): Plugin {
  const folder = 'assets';
  return {
    name: 'languages',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = /^\/assets\/(?<name>[\w-]+\.json)$/.exec(request.url ?? '')?.groups?.['name'];
        const file = ['app' as const, 'studio' as const].flatMap(filesOf).find((each) => each.name === name);
        if (file === undefined) {
          next();
          return;
        }
        response.setHeader('content-type', 'application/json');
        response.end(file.source);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        html.replace(MARK, () =>
          JSON.stringify(
            Object.fromEntries(
              filesOf(pageAt(path)).map(({ language, name, isComplete }) => [language, [name, isComplete]]),
            ),
          ),
        ),
    },
    generateBundle() {
      for (const { name, source } of filesOf(built))
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
  };
}
