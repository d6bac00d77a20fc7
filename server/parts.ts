import { apiPart } from './api/part.ts';
import { billingPart } from './billing/part.ts';
import { databasePart } from './db/part.ts';
import { demoPart } from './demo/part.ts';
import { faultsPart } from './faults/part.ts';
import type { FeatureMigrations } from './db/migrate.ts';
import { hostPart } from './host/part.ts';
import { httpPart } from './http/part.ts';
import { libraryPart } from './library/part.ts';
import { mailPart } from './mail/part.ts';
import { mediaPart } from './media/part.ts';
import type { Part } from './part.ts';
import { privateFeedsPart } from './private-feeds/part.ts';
import { poolPart } from './pool/part.ts';
import { storePart } from './store/part.ts';
import { studioPart } from './studio/part.ts';
import { watchPart } from './watch/part.ts';

/** The parts of the provider. Each opens those that it uses first. So only the test controls need their place. */
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
