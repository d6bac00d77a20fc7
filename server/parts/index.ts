import { apiPart } from './api.ts';
import { billingPart } from './billing.ts';
import { databasePart } from './db.ts';
import { demoPart } from './demo.ts';
import { faultsPart } from './faults.ts';
import type { FeatureMigrations } from '../db/migrate.ts';
import { hostPart } from './host.ts';
import { httpPart } from './http.ts';
import { libraryPart } from './library.ts';
import { mailPart } from './mail.ts';
import { mediaPart } from './media.ts';
import type { Part } from './part.ts';
import { privateFeedsPart } from './private-feeds.ts';
import { poolPart } from './pool.ts';
import { storePart } from './store.ts';
import { studioPart } from './studio.ts';
import { watchPart } from './watch.ts';

/** The parts of the provider. Each opens those that it uses first. So only the position of the test controls matters. */
export const PARTS: readonly Part[] = [
  watchPart,
  databasePart,
  httpPart,
  // The test controls see the calls of all parts that follow.
  faultsPart,
  mailPart,
  poolPart,
  storePart,
  billingPart,
  apiPart,
  privateFeedsPart,
  mediaPart,
  libraryPart,
  studioPart,
  demoPart,
  hostPart,
];

export const MIGRATIONS: FeatureMigrations = Object.fromEntries(
  PARTS.flatMap(({ migrations = {} }) => Object.entries(migrations)),
);
