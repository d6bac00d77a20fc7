import type { Browser } from '@playwright/test';
import { Listener } from '../../../e2e/support/listener.ts';
import { serveBareReact } from './bare-react.ts';
import { detailPage, homePage, listPage } from './floor.ts';
import type { Setting, Title } from './scenes/visit.ts';
import type { Stand } from './stand.ts';
import { MISSING_COVER } from './subject.ts';
import { homeContent, readItem, tokenised, wholeItem } from './wire.ts';

const LONG_LIST = 5_000;
/** The address of a sound is valid for a few minutes. */
const SIGN_AGAIN_MS = 120_000;

type Session = Setting['session'];

/** The storage of a listener who has signed in before, without cached responses. */
export async function signIn(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin });
  await new Listener(await context.newPage()).signsIn('monthly');
  const { cookies, origins } = await context.storageState();
  await context.close();
  return {
    cookies,
    origins: origins.map((each) => ({
      ...each,
      localStorage: each.localStorage.filter(({ name }) => name.startsWith('CognitoIdentity')),
    })),
  };
}

export function tokenIn({ origins }: Session): string {
  const entries = origins.flatMap(({ localStorage }) => localStorage);
  const token = entries.find(({ name }) => name.endsWith('.accessToken'))?.value;
  if (token === undefined) throw new Error('The sign-in left no access token.');
  return token;
}

/**
 * Lists of 5,000 titles in one response. They are served only while scrolling is measured: home requests one of them too, and
 * would have to read megabytes that no provider sends.
 */
export type LongLists = { readonly serve: () => void; readonly withdraw: () => void };

/** Has the stand serve the floors. The long lists are the same for all subjects. */
export async function prepareContent(
  stand: Stand,
  provider: string,
  accessToken: string,
): Promise<{ readonly title: Title; readonly longLists: LongLists }> {
  const content = await homeContent(provider, accessToken);
  stand.serve('/floor/', 'text/html', homePage(content));
  const released = content.titles.find(({ heading }) => heading === 'New Releases')?.items ?? [];
  const played = released.find(
    (each) => each.url !== null && each.valid_from == null && each.valid_till == null,
  );
  if (played?.url == null) throw new Error('No new release has its own sound and is always valid.');
  // Fetched once before, so that the provider has already generated it.
  const address = new URL(await tokenised(provider, accessToken, played.url), provider);
  await (await fetch(address)).arrayBuffer();
  const first = content.titles[0]?.items[0] ?? played;
  const serveDetailPages = async (): Promise<void> => {
    for (const item of new Set([played, first])) {
      const signed = item.url === null ? '' : await tokenised(provider, accessToken, item.url);
      stand.serve(`/floor/audios/${item.id}`, 'text/html', detailPage(item, signed));
    }
  };
  await serveDetailPages();
  setInterval(() => void serveDetailPages(), SIGN_AGAIN_MS).unref();

  const whole = await wholeItem(provider, accessToken, played.id);
  const long = Array.from({ length: LONG_LIST }, (_, at) => ({
    ...(whole as object),
    id: `title-${at}`,
    content_id: null,
    title: `Title ${at + 1} of many`,
    img_url: released[at % released.length]?.img_url ?? null,
  }));
  const coverless = long.map((each, at) => ({ ...each, img_url: `${MISSING_COVER}${at}x.svg` }));
  const lists = [
    { path: 'library', api: '/api/v2/library', heading: 'Library', results: long },
    { path: 'purchased', api: '/api/v2/user/purchased-content', heading: 'Purchased', results: coverless },
  ];
  for (const { path, heading, results } of lists)
    stand.serve(`/floor/${path}`, 'text/html', listPage(heading, results.map(readItem)));
  const longLists: LongLists = {
    serve: () => {
      for (const { api, results } of lists)
        stand.serve(api, 'application/json', JSON.stringify({ results, next_page_key: null }));
    },
    withdraw: () => {
      for (const { api } of lists) stand.withdraw(api);
    },
  };
  await serveBareReact(stand, played.id);
  return { title: { id: played.id, name: played.title }, longLists };
}
