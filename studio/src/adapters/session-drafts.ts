import * as v from 'valibot';
import { contentId, ContentType, type ContentId } from '../../../src/domain/catalogue/content.ts';
import { isTypedFields, type TypedFields } from '../domain/fields.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { Draft, Drafts } from '../ports/studio-api.ts';

const fields = v.custom<TypedFields>(
  (value) => typeof value === 'object' && value !== null && isTypedFields(value),
);

const member = v.object({
  id: v.pipe(v.string(), v.transform(contentId)),
  title: v.string(),
  type: v.picklist(Object.values(ContentType)),
  runTime: v.nullable(v.pipe(v.number(), v.transform(seconds))),
});

const draft = v.object({
  version: v.string(),
  base: fields,
  typed: fields,
  members: v.nullable(v.array(member)),
});

const keyOf = (person: string, id: ContentId): string => `studio.draft.${person.toLowerCase()}.${id}`;

/** Drafts in the browser's `sessionStorage`: they stay through a sign-in and a reload of this tab. */
export class SessionDrafts implements Drafts {
  constructor(private readonly window: { readonly sessionStorage: Storage }) {}

  load(person: string, id: ContentId): Draft | null {
    try {
      const parsed: unknown = JSON.parse(this.window.sessionStorage.getItem(keyOf(person, id)) ?? 'null');
      const read = v.safeParse(draft, parsed);
      return read.success ? read.output : null;
    } catch {
      return null;
    }
  }

  save(person: string, id: ContentId, typed: Draft): void {
    try {
      this.window.sessionStorage.setItem(keyOf(person, id), JSON.stringify(typed));
    } catch {
      // A full or blocked storage keeps no draft. The form itself stays.
    }
  }

  remove(person: string, id: ContentId): void {
    try {
      this.window.sessionStorage.removeItem(keyOf(person, id));
    } catch {
      // A blocked storage holds nothing.
    }
  }
}
