import type { FastifyPluginAsync } from 'fastify';
import { sendPage } from '../pool/hosted/page.ts';

/** The path of the pages. */
export const PAGES = '/pages';

/** The pages of the app's links if its configuration names no others, by the fields of the links. */
const CONTENTS: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  help: {
    title: 'Help Desk',
    text:
      'This provider runs on its own machine, for trial and development, and nobody answers questions here. ' +
      'The README of the project says how to run it, and how to name a help desk of your own.',
  },
  privacy: {
    title: 'Privacy Policy',
    text:
      'This provider keeps accounts, favourites, positions and history in its own database, ' +
      'and passes none of it on.',
  },
  terms: {
    title: 'Terms & Conditions',
    text: 'Everything in this catalogue is invented. You may listen to all of it, and you owe nothing for it.',
  },
  mobileApp: {
    title: 'Mobile app',
    text: 'This provider has no mobile app. A link to your own can be named in the configuration.',
  },
};

/** The addresses of the pages, for the configuration document of an app at an origin. */
export const pagesAt = (origin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(CONTENTS).map((name) => [name, `${origin}${PAGES}/${name}`]));

export const ownPages: FastifyPluginAsync = async (server) => {
  for (const [name, page] of Object.entries(CONTENTS)) {
    server.get(`/${name}`, async (_request, reply) => sendPage(reply, 200, page));
  }
};
