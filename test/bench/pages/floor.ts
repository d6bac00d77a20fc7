import { readFileSync } from 'node:fs';
import type { HomeContent, Item, Named } from './wire.ts';

/*
 * The first floor: pages written by hand for the same content, without any script. Plain links lead from page to page, and
 * the browser's own controls play.
 */

const EAGER_COVERS = 5;

const STYLE = readFileSync(new URL('bare-react/style.css', import.meta.url), 'utf8');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const document = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><a href="/floor/">Home</a><a href="/floor/library">Library</a></header>
<main>
${content}
</main>
</body>
</html>
`;

const picture = (address: string | null, isFirst: boolean): string =>
  address === null
    ? ''
    : `<img src="${escape(address)}" alt="" width="300" height="300"${isFirst ? ' fetchpriority="high"' : ' loading="lazy"'}>`;

const tile = ({ id, title, img_url: cover, author_info: authors }: Item, isFirst: boolean): string =>
  `<article>${picture(cover, isFirst)}<h3><a href="/floor/audios/${id}">${escape(title)}</a></h3>` +
  `<p>${escape(authors.map(({ name }) => name).join(', '))}</p></article>`;

const subject = ({ id, name, img_url: cover }: Named): string =>
  `<article>${picture(cover, false)}<h3><a href="/floor/subjects/${id}">${escape(name)}</a></h3></article>`;

const shelf = (heading: string, kind: 'row' | 'grid', tiles: readonly string[]): string =>
  `<section><h2>${heading}</h2><div class="${kind}">\n${tiles.join('\n')}\n</div></section>`;

/** The browse home. */
export const homePage = ({ titles, subjects }: HomeContent): string =>
  document(
    'Home',
    [
      '<h1>Home</h1>',
      ...titles.map(({ heading, items }, at) =>
        shelf(
          heading,
          'row',
          items.map((each, index) => tile(each, at === 0 && index < EAGER_COVERS)),
        ),
      ),
      ...subjects.map(({ heading, items }) => shelf(heading, 'grid', items.map(subject))),
    ].join('\n'),
  );

/** One title, with an audio element. */
export const detailPage = (item: Item, sound: string): string =>
  document(
    item.title,
    `<h1>${escape(item.title)}</h1>${picture(item.img_url, true)}` +
      `<p>${escape(item.author_info.map(({ name }) => name).join(', '))}</p>` +
      `<audio controls preload="none" src="${escape(sound)}"></audio><p>${escape(item.description)}</p>`,
  );

/** The tiles of a group fill whole rows at any width. */
const GROUP = 60;

/**
 * Every title of a long list. The browser renders only the groups near the view (`content-visibility`), without a script.
 */
export const listPage = (heading: string, items: readonly Item[]): string =>
  document(
    heading,
    `<h1>${heading}</h1>` +
      Array.from({ length: Math.ceil(items.length / GROUP) }, (_, at) => {
        const tiles = items.slice(at * GROUP, (at + 1) * GROUP).map((each) => tile(each, false));
        return `<div class="grid list group">\n${tiles.join('\n')}\n</div>`;
      }).join('\n'),
  );
