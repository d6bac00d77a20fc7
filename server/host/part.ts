import { billingPart } from '../billing/part.ts';
import { demoPart } from '../demo/part.ts';
import { part } from '../part.ts';
import { EMBEDDED_POOL, HOSTED_LOGIN } from '../pool/part.ts';
import { appHost } from './index.ts';

declare module '../part.ts' {
  interface ProviderOptions {
    /** The folder of the built app. Without it, only the services run. */
    readonly dist?: string | undefined;
  }
}

/** The built app, with the services of this provider in its configuration. */
export const hostPart = part({
  flags: { dist: { type: 'string', usage: '--dist DIR      the built app to serve' } },

  read: (given) => ({ dist: given.text('dist') }),

  async open(setup) {
    const { dist, hostedLogin = false, library } = setup.options;
    if (dist === undefined) return;
    const demo = await demoPart.in(setup);
    const billing = await billingPart.in(setup);
    await setup.server.register(
      appHost({
        dist,
        hasStudio: library !== undefined,
        servicesAt: (origin) => ({
          userPoolId: EMBEDDED_POOL.userPoolId,
          poolEndpoint: `${origin}/pool`,
          links: { ...demo?.linksAt(origin), ...billing?.linksAt(origin) },
          ...(hostedLogin && { hostedLogin: origin + HOSTED_LOGIN }),
          ...demo?.configurationAt(origin),
        }),
      }),
    );
  },
});
