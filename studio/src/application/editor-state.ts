import type { Message } from '../../../src/domain/message.ts';
import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import {
  changedFields,
  fieldsOfItem,
  rebase,
  typedFrom,
  type FieldName,
  type FieldProblems,
  type TypedFields,
} from '../domain/fields.ts';
import type { CollectionMember, TitleDetail } from '../domain/title.ts';
import type { Draft } from '../ports/studio-api.ts';

/** Another version of the title that appeared while somebody typed here. */
export type EditConflict = {
  readonly editedBy: string | null;
  readonly fields: readonly FieldName[];
  /** Whether the members of the collection were changed, too. */
  readonly hasOtherMembers: boolean;
};

/** The title in the editor, and the form with what was typed. */
export class EditorState {
  id: ContentId | null = null;
  /** Why the title could not be loaded; null while it loads, and when it has loaded. */
  failure: Message | null = null;
  detail: TitleDetail | null = null;
  /** The fields of the version from which the form started. */
  base: TypedFields | null = null;
  typed: TypedFields | null = null;
  /** The members in their typed order; null for a title that is no collection. */
  members: readonly CollectionMember[] | null = null;
  problems: FieldProblems = {};
  saveFailure: Message | null = null;
  conflict: EditConflict | null = null;
  isSaving = false;
  /** True while the title is published, hidden or gets a PDF: what counts at once, without a save. */
  isChanging = false;
  /** True if the form shows what was typed before the page was left. */
  isRestored = false;

  get changed(): readonly FieldName[] {
    return this.base === null || this.typed === null ? [] : changedFields(this.base, this.typed);
  }

  get hasOtherMembers(): boolean {
    return !isSameOrder(this.members, this.detail?.members ?? null);
  }

  get isDirty(): boolean {
    return this.changed.length > 0 || this.hasOtherMembers;
  }

  open(id: ContentId): void {
    this.id = id;
    this.failure = null;
    this.detail = null;
    this.base = null;
    this.typed = null;
    this.members = null;
    this.problems = {};
    this.saveFailure = null;
    this.conflict = null;
    this.isSaving = false;
    this.isChanging = false;
    this.isRestored = false;
  }

  failed(message: Message): void {
    this.failure = message;
  }

  /** The title has loaded. Nothing of it was typed yet. */
  loaded(detail: TitleDetail): void {
    this.detail = detail;
    this.base = typedFrom(fieldsOfItem(detail.item));
    this.typed = this.base;
    this.members = detail.members;
    this.problems = {};
    this.saveFailure = null;
    this.conflict = null;
    this.isRestored = false;
  }

  /** Fills the form with a draft of an earlier visit. */
  restore(draft: Draft): void {
    const { detail } = this;
    if (detail === null) return;
    const newer = typedFrom(fieldsOfItem(detail.item));
    const carried = rebase(draft.base, draft.typed, newer);
    this.base = newer;
    this.typed = carried.typed;
    if (draft.members !== null && detail.members !== null) {
      const known = new Map(detail.members.map((member) => [member.id, member]));
      this.members = draft.members.map((member) => known.get(member.id) ?? member);
    }
    this.isRestored = this.isDirty;
    // A draft does not say which members it started from. If they differ, somebody else may have changed them.
    if (draft.version !== detail.version && (carried.changedElsewhere.length > 0 || this.hasOtherMembers))
      this.conflict = {
        editedBy: detail.editedBy,
        fields: carried.changedElsewhere,
        hasOtherMembers: this.hasOtherMembers,
      };
  }

  change<Name extends FieldName>(name: Name, value: TypedFields[Name]): void {
    if (this.typed === null) return;
    this.typed = { ...this.typed, [name]: value };
    this.problems = Object.fromEntries(Object.entries(this.problems).filter(([other]) => other !== name));
  }

  setMembers(members: readonly CollectionMember[]): void {
    this.members = members;
  }

  discard(): void {
    if (this.detail !== null) this.loaded(this.detail);
  }

  saving(): void {
    this.isSaving = true;
    this.saveFailure = null;
  }

  /** What was sent is saved. What was typed since then stays unsaved (STU-20). */
  saved(detail: TitleDetail, sent: Pick<EditorState, 'typed' | 'members'>): void {
    const { typed, members } = this;
    this.loaded(detail);
    this.isSaving = false;
    if (typed !== null && sent.typed !== null && this.base !== null)
      this.typed = rebase(sent.typed, typed, this.base).typed;
    if (!isSameOrder(members, sent.members)) this.members = members;
  }

  setChanging(isChanging: boolean): void {
    this.isChanging = isChanging;
  }

  refused(problems: FieldProblems, message: Message | null): void {
    this.isSaving = false;
    this.problems = problems;
    this.saveFailure = message;
  }

  /** A newer version of the title. What was typed stays; `isOwn`: this form has made the version. */
  updated(detail: TitleDetail, isOwn: boolean): void {
    const { base, typed } = this;
    if (base === null || typed === null) return;
    const newer = typedFrom(fieldsOfItem(detail.item));
    const carried = rebase(base, typed, newer);
    const hadOtherMembers = this.hasOtherMembers;
    const areOthersMembers = !isSameOrder(this.detail?.members ?? null, detail.members);
    this.detail = detail;
    this.base = newer;
    this.typed = carried.typed;
    if (!hadOtherMembers) this.members = detail.members;
    this.conflict = isOwn
      ? null
      : {
          editedBy: detail.editedBy,
          fields: carried.changedElsewhere,
          hasOtherMembers: areOthersMembers && hadOtherMembers,
        };
  }

  dismissConflict(): void {
    this.conflict = null;
  }
}

const isSameOrder = (
  one: readonly CollectionMember[] | null,
  other: readonly CollectionMember[] | null,
): boolean =>
  one?.length === other?.length && (one ?? []).every((member, at) => member.id === other?.[at]?.id);
