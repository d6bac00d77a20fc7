import { seedCatalogue, type SeedProgress } from '../catalogue/write-catalogue.ts';
import { databasePart } from './db.ts';
import { httpPart } from './http.ts';
import { mediaPart } from './media.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import { buildCatalogue, CATALOGUE_VERSION } from '../demo/catalogue/index.ts';
import { collectorsAt, installCollectors } from '../demo/collectors/index.ts';
import { createMedia } from '../demo/media.ts';
import { seedDemoListeners } from '../demo/listeners.ts';
import { seedTranscripts } from '../demo/transcripts.ts';
import type { FastifyPluginAsync } from 'fastify';
import { type Message, message } from 'audio-streaming-translations/message';
import { keepLanguage } from '../languages/page-language.ts';
import { sendPage } from '../pool/page.ts';

/** The path of the pages. */
const PAGES = '/pages';

/** The pages of the app's links if its configuration names no others, by the fields of the links. */
const CONTENTS: Readonly<Record<string, { readonly title: Message; readonly text: Message }>> = {
  help: {
    title: message('Help Desk'),
    text: message(
      'This provider runs on its own machine, for trial and development, and nobody answers questions here. The README of the project says how to run it, and how to name a help desk of your own.',
    ),
  },
  privacy: {
    title: message('Privacy Policy'),
    text: message(
      'This provider keeps accounts, favourites, positions and history in its own database, and passes none of it on.',
    ),
  },
  terms: {
    title: message('Terms & Conditions'),
    text: message(
      'Everything in this catalogue is invented. You may listen to all of it, and you owe nothing for it.',
    ),
  },
  mobileApp: {
    title: message('Mobile app'),
    text: message('This provider has no mobile app. A link to your own can be named in the configuration.'),
  },
};

/** The addresses of the pages, for the configuration document of an app at an origin. */
const pagesAt = (origin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(CONTENTS).map((name) => [name, `${origin}${PAGES}/${name}`]));

const ownPages: FastifyPluginAsync = async (server) => {
  await keepLanguage(server);
  for (const [name, page] of Object.entries(CONTENTS)) {
    server.get(`/${name}`, async (_request, reply) => sendPage(reply, 200, page));
  }
};

declare module './part.ts' {
  interface ProviderOptions {
    /** The minimum number of items in the catalogue of the demonstration. */
    readonly scale?: number | undefined;
    /** Imitates the analytics and the messaging service and offers both to the app; true by default. */
    readonly collectors?: boolean | undefined;
    /** Offers the demonstration's page of a mobile app to the app; true by default. */
    readonly mobileApp?: boolean | undefined;
    readonly progress?: SeedProgress | undefined;
  }
}

const MOST_ITEMS = 1_000_000;

/** The demonstration: everything in it is invented. Null if the provider serves a library. */
export const demoPart = part({
  flags: {
    scale: { type: 'string', usage: '--scale N       grow the catalogue to N items' },
    'no-collectors': {
      type: 'boolean',
      usage: "--no-collectors turn analytics and messaging off if the app's configuration names none",
    },
    'no-mobile-app': {
      type: 'boolean',
      usage: '--no-mobile-app name no mobile app, so that downloads and bookmarks work in the browser',
    },
  },

  read: (given) => ({
    scale: given.wholeNumber('--scale', given.text('scale'), 0, MOST_ITEMS),
    collectors: !given.has('no-collectors'),
    mobileApp: !given.has('no-mobile-app'),
  }),

  async open(setup) {
    const { options, server } = setup;
    if (options.library !== undefined) return null;
    const { scale = 0, progress, requestsPerSecond, faults: control = false } = options;
    const { background, alone, clock } = await databasePart.in(setup);
    const { origins, requestCounts } = await httpPart.in(setup);
    const { pool } = await poolPart.in(setup);
    await seedCatalogue(background, {
      build: buildCatalogue,
      alone,
      version: CATALOGUE_VERSION,
      now: clock.now(),
      scale,
      ...(progress && { progress }),
    });
    await seedTranscripts(background, buildCatalogue({ now: clock.now() }).items);
    await seedDemoListeners(background, pool, clock.now());
    await (await mediaPart.in(setup)).serve(createMedia);
    const hasCollectors = options.collectors !== false;
    if (hasCollectors) {
      await installCollectors(server, { clock, requestCounts, origins, control, requestsPerSecond });
    }
    if (options.dist !== undefined) await server.register(ownPages, { prefix: PAGES });
    return {
      /** The addresses of the pages at an origin, by the fields of the app's links. */
      linksAt(origin: string): Readonly<Record<string, string>> {
        const { mobileApp, ...links } = pagesAt(origin);
        return mobileApp === undefined || options.mobileApp === false ? links : { ...links, mobileApp };
      },
      /** The fields of the app's configuration with which a page sends its events to the collectors of an origin. */
      configurationAt: (origin: string) => (hasCollectors ? collectorsAt(origin) : {}),
    };
  },
});
