import type { HomeContent, Item, Named } from './wire.ts';

/*
 * The floor: pages written by hand for the same content, without any script. Plain links lead from page to page, and the
 * browser's own controls play. The figures of the product are ratios to it.
 */

const EAGER_COVERS = 5;

const STYLE = `
  *{box-sizing:border-box}
  body{margin:0;font:16px/1.4 system-ui,sans-serif;background:#faf7f2;color:#211d16}
  @media (prefers-color-scheme:dark){body{background:#15130f;color:#f2ede4}}
  header,main{max-width:1280px;margin:auto;padding:16px}
  header a{margin-right:16px}
  a{color:inherit;text-decoration:none}
  .row{display:flex;gap:16px;overflow-x:auto}
  .row>article{flex:0 0 calc((100% - 64px)/5)}
  .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:16px}
  img{display:block;width:100%;height:auto;aspect-ratio:1;border-radius:8px;background:#8883}
  h3{font-size:15px;margin:8px 0 0} p{margin:0;font-size:13px}
  @media (max-width:1024px){.row>article{flex-basis:calc((100% - 32px)/3)}}
`;

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
          items.map((each, index) => tile(each, at < 2 && index < EAGER_COVERS)),
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

/** Every title of a long list. */
export const listPage = (heading: string, items: readonly Item[]): string =>
  document(
    heading,
    `<h1>${heading}</h1><div class="grid">\n${items.map((each, at) => tile(each, at < EAGER_COVERS)).join('\n')}\n</div>`,
  );
