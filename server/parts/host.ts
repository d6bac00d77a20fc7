import { planOffer } from '../billing/context.ts';
import { billingPart } from './billing.ts';
import { demoPart } from './demo.ts';
import { databasePart } from './db.ts';
import { httpPart } from './http.ts';
import { part } from './part.ts';
import { watchPart } from './watch.ts';
import { APP_ERRORS, appErrors } from '../watch/app-error-route.ts';
import { appErrorMigrations, type AppErrorTables, readAppErrors } from '../watch/app-errors.ts';
import { EMBEDDED_POOL, HOSTED_LOGIN, poolPart } from './pool.ts';
import { sharedLinks } from '../host/shared-link.ts';
import { appHost, namedByApp } from '../host/app-host.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** The folder of the built app. Without it, only the services run. */
    readonly dist?: string | undefined;
    /** Whether a shared link says what it is about to those without a session (APP-80). True by default. */
    readonly linkPreviews?: boolean | undefined;
    /** Whether the app reports errors in the browsers of listeners, without any text (APP-83). True by default. */
    readonly appErrors?: boolean | undefined;
  }
}

/** The built app, with the services of this provider in its configuration. */
export const hostPart = part({
  flags: { dist: { type: 'string', usage: '--dist DIR      the built app to serve' } },

  variables: {
    LINK_PREVIEWS:
      '(on, off) says whether a shared link shows name, authors, description and cover without a session; default on.',
    APP_ERRORS:
      '(on, off) says whether the app reports errors in the browsers of listeners: class, file, line; default on.',
  },
  migrations: { 'app-errors': appErrorMigrations },

  read: (given) => ({
    dist: given.text('dist'),
    linkPreviews: given.isOn('LINK_PREVIEWS', true),
    appErrors: given.isOn('APP_ERRORS', true),
  }),

  async open(setup) {
    const { dist, hostedLogin = false, library, linkPreviews = true } = setup.options;
    if (dist === undefined) return;
    const takesErrors = setup.options.appErrors ?? true;
    if (takesErrors) {
      const { db, clock } = await databasePart.in(setup);
      const { requestCounts } = await httpPart.in(setup);
      const { metrics } = await watchPart.in(setup);
      const tables = db.withTables<AppErrorTables>();
      await setup.server.register(appErrors({ db: tables, clock, requestCounts, log: setup.log }));
      metrics.measure({
        name: 'app_errors_today',
        help: 'Errors in the browsers of listeners that were reported within a day.',
        read: async () =>
          (await readAppErrors(tables, clock.now(), 1)).reduce((sum, { count }) => sum + count, 0),
      });
    }
    const demo = await demoPart.in(setup);
    const billing = await billingPart.in(setup);
    const { brand, pool } = await poolPart.in(setup);
    const { languages } = await httpPart.in(setup);
    const named = await namedByApp(dist);
    brand.name = named.brand ?? brand.name;
    languages.named ??= named.languages;
    await setup.server.register(
      appHost({
        dist,
        sharedAt: sharedLinks(linkPreviews ? (await databasePart.in(setup)).db : null, setup.log),
        hasStudio: library !== undefined,
        servicesAt: (origin) => {
          const passkeys = pool.hasPasskeysAt(origin);
          const providers = pool.issuerNames;
          return {
            userPoolId: EMBEDDED_POOL.userPoolId,
            poolEndpoint: `${origin}/pool`,
            links: { ...demo?.linksAt(origin), ...billing?.linksAt(origin) },
            ...(takesErrors && { errorReports: origin + APP_ERRORS }),
            ...((hostedLogin || passkeys || providers.length > 0) && {
              hostedLogin: {
                url: origin + HOSTED_LOGIN,
                ...(passkeys && ({ passkeys: hostedLogin ? 'on' : 'only' } as const)),
                ...(providers.length > 0 && { providers }),
                ...(!hostedLogin && !passkeys && ({ button: 'off' } as const)),
              },
            }),
            // A library of one's own is not what the app says by default: nothing is claimed of it.
            ...(demo === undefined && { offer: { benefits: [], plans: planOffer() } }),
            ...demo?.configurationAt(origin),
          };
        },
      }),
    );
  },
});
