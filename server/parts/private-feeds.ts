import { apiPart } from './api.ts';
import { databasePart } from './db.ts';
import { openSecret } from '../db/settings.ts';
import { httpPart } from './http.ts';
import { mailPart } from './mail.ts';
import { findMediaSource } from '../media/source.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import { IN_ENGLISH, offeredFor, translationOf } from '../languages/catalogues.ts';
import { storedLanguage } from '../members/listeners.ts';
import { FeedServer } from '../private-feeds/serve.ts';
import { type PrivateFeedTables, privateFeedMigrations } from '../private-feeds/tables.ts';
import { FeedUsage } from '../private-feeds/usage.ts';

/** More than an app needs that fetches a whole podcast. The servers of podcast apps ask for many accounts from one network. */
const REQUESTS_PER_SECOND = { ofNetwork: 60, ofAccount: 20 };

/** The feeds for other apps. The media ask it about addresses that it has made. */
export const privateFeedsPart = part({
  migrations: { 'private-feeds': privateFeedMigrations },

  async open(setup): Promise<FeedServer> {
    const { options, server, log } = setup;
    const { requestsPerSecond } = options;
    const { db: database, background, clock } = await databasePart.in(setup);
    const { requestCounts, publicOrigin, languages } = await httpPart.in(setup);
    const { pool } = await poolPart.in(setup);
    const { send } = await mailPart.in(setup);
    const { addresses } = await apiPart.in(setup);
    const db = database.withTables<PrivateFeedTables>();
    const usageOptions = {
      secret: await openSecret(database, 'provider_settings', 'secret/feed-callers'),
      send,
      accountPage: () => `${publicOrigin()}/account`,
      clock,
    };
    const feeds = new FeedServer({
      db,
      clock,
      pool,
      addresses,
      requestCounts,
      usage: new FeedUsage({ ...usageOptions, db }),
      log,
      owner: options.mail?.from,
      translationFor: async (sub) =>
        sub === null
          ? IN_ENGLISH
          : translationOf(offeredFor([await storedLanguage(db, sub)], languages.named)),
      lookup: (path) => findMediaSource(database, path),
      requestsPerSecond:
        requestsPerSecond === undefined
          ? REQUESTS_PER_SECOND
          : { ofNetwork: requestsPerSecond, ofAccount: requestsPerSecond },
    });
    await feeds.register(server);
    const tidying = new FeedUsage({ ...usageOptions, db: background.withTables<PrivateFeedTables>() });
    setup.onListening(() => tidying.forgetHourly(log));
    return feeds;
  },
});
