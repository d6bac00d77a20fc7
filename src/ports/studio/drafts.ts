import type { ContentId } from '../../domain/catalogue/content.ts';
import type { TypedFields } from '../../domain/studio/fields.ts';
import type { CollectionMember } from '../../domain/studio/title.ts';

/** What was typed into the form of a title and is not saved yet. */
export type Draft = {
  /** The version of the title from which the form started. */
  readonly version: string;
  /** The fields of that version. */
  readonly base: TypedFields;
  readonly typed: TypedFields;
  /** The members of a collection in their typed order; null if they are unchanged. */
  readonly members: readonly CollectionMember[] | null;
};

/** Unsaved forms of one person, stored in this tab until they are saved. No method throws. */
export interface Drafts {
  /** Returns null if there is none, or if it cannot be read. */
  load(person: string, id: ContentId): Draft | null;
  /** Stores the form of this title, in place of an earlier one. A full or blocked storage loses it silently. */
  save(person: string, id: ContentId, draft: Draft): void;
  /** Removes the form of this title. Does nothing if there is none. */
  remove(person: string, id: ContentId): void;
}
