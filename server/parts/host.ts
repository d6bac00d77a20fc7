import { planOffer } from '../billing/context.ts';
import { billingPart } from './billing.ts';
import { demoPart } from './demo.ts';
import { databasePart } from './db.ts';
import { part } from './part.ts';
import { EMBEDDED_POOL, HOSTED_LOGIN, poolPart } from './pool.ts';
import { sharedLinks } from '../host/shared-link.ts';
import { appHost, brandOf } from '../host/app-host.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** The folder of the built app. Without it, only the services run. */
    readonly dist?: string | undefined;
    /** Whether a shared link says what it is about to those without a session (APP-80). True by default. */
    readonly linkPreviews?: boolean | undefined;
  }
}

/** The built app, with the services of this provider in its configuration. */
export const hostPart = part({
  flags: { dist: { type: 'string', usage: '--dist DIR      the built app to serve' } },

  variables: {
    LINK_PREVIEWS:
      '(on, off) says whether a shared link shows name, authors, description and cover without a session; default on.',
  },

  read: (given) => ({ dist: given.text('dist'), linkPreviews: given.isOn('LINK_PREVIEWS', true) }),

  async open(setup) {
    const { dist, hostedLogin = false, library, linkPreviews = true } = setup.options;
    if (dist === undefined) return;
    const demo = await demoPart.in(setup);
    const billing = await billingPart.in(setup);
    const { brand } = await poolPart.in(setup);
    brand.name = (await brandOf(dist)) ?? brand.name;
    await setup.server.register(
      appHost({
        dist,
        sharedAt: sharedLinks(linkPreviews ? (await databasePart.in(setup)).db : null, setup.log),
        hasStudio: library !== undefined,
        servicesAt: (origin) => ({
          userPoolId: EMBEDDED_POOL.userPoolId,
          poolEndpoint: `${origin}/pool`,
          links: { ...demo?.linksAt(origin), ...billing?.linksAt(origin) },
          ...(hostedLogin && { hostedLogin: origin + HOSTED_LOGIN }),
          // A library of one's own is not what the app says by default: nothing is claimed of it.
          ...(demo === undefined && { offer: { benefits: [], plans: planOffer() } }),
          ...demo?.configurationAt(origin),
        }),
      }),
    );
  },
});
