import type { Migration } from 'kysely/migration';
import { CATALOGUE_SCHEMA, STUDIO_SCHEMA } from './catalogue-schema.ts';
import { statements } from './migrate.ts';
import { GROUP_SCHEMA, LISTENER_LANGUAGE, MEMBER_SCHEMA, ROYALTY_SCHEMA } from './member-schema.ts';
import { TRANSCRIPT_SCHEMA } from './transcript-schema.ts';

/** The migrations of the tables that several features share, by name. They run in the order of their names. */
export const providerMigrations: Record<string, Migration> = {
  '0001_initial': statements(
    CATALOGUE_SCHEMA,
    STUDIO_SCHEMA,
    TRANSCRIPT_SCHEMA,
    MEMBER_SCHEMA,
    ROYALTY_SCHEMA,
  ),
  '0002_group_gifts': statements(GROUP_SCHEMA),
  '0003_languages': statements(LISTENER_LANGUAGE),
};
