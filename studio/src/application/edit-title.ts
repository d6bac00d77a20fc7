import { message, type Message } from '../../../src/domain/message.ts';
import { LARGEST_PDF, LARGEST_TRANSCRIPT } from 'audio-streaming-wire/sizes';
import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import type { Result } from '../../../src/domain/result.ts';
import {
  fieldsFrom,
  problemsOf,
  typedFrom,
  type FieldName,
  type TitleFields,
  type TypedFields,
} from '../domain/fields.ts';
import type { CollectionMember, TitleDetail, TranscriptPart } from '../domain/title.ts';
import type { LocalFile, StudioApi, StudioFailure, TitleEdit, Drafts } from '../ports/studio-api.ts';
import type { SessionState } from './session-state.ts';
import { followed, inside, sentenceOf } from './sentences.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import type { EditorState } from './editor-state.ts';

export type EditTitleDependencies = {
  readonly api: StudioApi;
  readonly state: EditorState;
  readonly session: SessionState;
  readonly drafts: Drafts;
  readonly notices: StudioNoticesState;
  /** Called after a change, because lists show the title too. */
  readonly changed: () => void;
  readonly leadToSignIn: () => void;
};

/** Edits one title: loads it, keeps what is typed, and saves it (STU-8 to STU-11). */
export class EditTitle {
  constructor(private readonly need: EditTitleDependencies) {}

  async open(id: ContentId): Promise<void> {
    const { api, state, drafts } = this.need;
    state.open(id);
    const title = await api.title(id);
    if (state.id !== id) return;
    if (!title.ok) {
      this.failed(title.error, (sentence) => state.failed(sentence));
      return;
    }
    state.loaded(title.value);
    const draft = drafts.load(this.person, id);
    if (draft !== null) state.restore(draft);
  }

  change<Name extends FieldName>(name: Name, value: TypedFields[Name]): void {
    this.need.state.change(name, value);
    this.keepDraft();
  }

  /** Puts the value of the source into the form. */
  useFound(name: FieldName): void {
    const { state } = this.need;
    const { detail, typed } = state;
    const value = detail?.found[name];
    if (typed === null || value === undefined) return;
    const found = typedFrom({ ...fieldsFrom(typed), [name]: value });
    state.change(name, found[name]);
    this.keepDraft();
  }

  setMembers(members: readonly CollectionMember[]): void {
    this.need.state.setMembers(members);
    this.keepDraft();
  }

  discard(): void {
    const { state, drafts } = this.need;
    state.discard();
    if (state.id !== null) drafts.remove(this.person, state.id);
  }

  /** Saves what has changed. Returns true if all of it is saved. */
  async save(): Promise<boolean> {
    const { state } = this.need;
    const { detail, typed, isSaving } = state;
    if (detail === null || typed === null || isSaving) return false;
    const problems = problemsOf(typed);
    if (Object.keys(problems).length > 0) {
      state.refused(problems, message('Some fields have to be mended first.'));
      return false;
    }
    const { changed, members, hasOtherMembers } = state;
    const sent = { typed, members };
    state.saving();
    let saved: TitleDetail = detail;
    if (changed.length > 0) {
      const edited = await this.need.api.editTitle(
        detail.id,
        detail.version,
        editOf(detail, fieldsFrom(typed), changed),
      );
      if (!edited.ok) return this.notSaved(detail.id, edited.error);
      saved = edited.value;
    }
    if (hasOtherMembers && members !== null) {
      if (saved !== detail && state.id === detail.id) state.updated(saved, true);
      const ids = members.map(({ id }) => id);
      const set = await this.need.api.setMembers(detail.id, saved.version, ids);
      if (!set.ok) return this.notSaved(detail.id, set.error);
      saved = set.value;
    }
    this.need.changed();
    if (state.id !== detail.id) {
      this.need.drafts.remove(this.person, detail.id);
      return true;
    }
    state.saved(saved, sent);
    this.keepDraft();
    this.need.notices.post('done', message('Saved.'));
    return !state.isDirty;
  }

  /** Publishes or hides the title at once. What is typed stays unsaved. */
  async setHidden(hidden: boolean): Promise<void> {
    await this.changeAtOnce(
      (api, id, version) => api.editTitle(id, version, { hidden }),
      hidden ? message('The title is hidden.') : message('The title is published.'),
    );
  }

  async setPdf(file: LocalFile): Promise<void> {
    if (file.size > LARGEST_PDF) this.tooLarge('50 MB');
    else
      await this.changeAtOnce(
        (api, id, version) => api.setPdf(id, version, file),
        message('The PDF is saved.'),
      );
  }

  async removePdf(): Promise<void> {
    await this.changeAtOnce((api, id, version) => api.removePdf(id, version), message('The PDF is removed.'));
  }

  /** Gives the title a public feed for other apps, or ends it (FEED-30). */
  async setPublicFeed(isPublic: boolean): Promise<void> {
    await this.changeAtOnce(
      (api, id) => api.setPublicFeed(id, isPublic),
      isPublic ? message('Everybody can add the feed.') : message('The public feed has ended.'),
    );
  }

  /** Makes the title another edition of one, or no edition (STU-40). */
  async setEdition(of: ContentId | null): Promise<void> {
    await this.changeAtOnce(
      (api, id, version) => api.setEdition(id, version, of),
      of === null ? message('The title stands alone.') : message('The title is another edition now.'),
    );
  }

  /** Uploads what is said. What was wrong with it is told, although the rest is stored (STU-53). */
  async setTranscript(file: LocalFile, chapter: number, language: string): Promise<void> {
    if (file.size > LARGEST_TRANSCRIPT) this.tooLarge('16 MB');
    else
      await this.changeAtOnce(
        (api, id, version) => api.setTranscript(id, version, { file, chapter, language }),
        ({ problems }) => problems.reduce<Message>(followed, message('The transcript is saved.')),
      );
  }

  async shiftTranscript(transcript: string, by: number): Promise<void> {
    await this.changeAtOnce(
      (api, id, version) => api.shiftTranscript(id, version, transcript, by),
      message('The times are moved.'),
    );
  }

  async removeTranscript(transcript: string): Promise<void> {
    await this.changeAtOnce(
      (api, id, version) => api.removeTranscript(id, version, transcript),
      message('The transcript is removed.'),
    );
  }

  /** Loads a transcript beside its sound; null if it cannot be loaded. */
  async transcript(transcript: string): Promise<readonly TranscriptPart[] | null> {
    const { state, api, notices } = this.need;
    if (state.id === null) return null;
    const loaded = await api.transcript(state.id, transcript);
    if (loaded.ok) return loaded.value;
    this.failed(loaded.error, (sentence) => notices.post('failure', sentence));
    return null;
  }

  /** Returns true if the collection is gone. */
  async deleteCollection(): Promise<boolean> {
    const { state, api, drafts, notices, changed } = this.need;
    const { id } = state;
    if (id === null) return false;
    const deleted = await api.deleteCollection(id);
    if (!deleted.ok) {
      this.failed(deleted.error, (sentence) => notices.post('failure', sentence));
      return false;
    }
    drafts.remove(this.person, id);
    state.discard();
    notices.post('done', message('The collection is deleted.'));
    changed();
    return true;
  }

  private tooLarge(most: string): void {
    this.need.notices.post('failure', message('The file is larger than {most}.', { most }));
  }

  private get person(): string {
    return this.need.session.person?.email ?? '';
  }

  /** A second click does nothing while the first one, or a save, is under way (STU-23). */
  private async changeAtOnce(
    call: (api: StudioApi, id: ContentId, version: string) => Promise<Result<TitleDetail, StudioFailure>>,
    done: Message | ((saved: TitleDetail) => Message),
  ): Promise<void> {
    const { api, state, notices, changed } = this.need;
    const { detail, isChanging, isSaving } = state;
    if (detail === null || isChanging || isSaving) return;
    const { id, version } = detail;
    state.setChanging(true);
    const outcome = await call(api, id, version);
    if (outcome.ok) changed();
    if (state.id !== id) return;
    state.setChanging(false);
    if (outcome.ok) {
      state.updated(outcome.value, true);
      notices.post('done', typeof done === 'function' ? done(outcome.value) : done);
      this.keepDraft();
      return;
    }
    if (outcome.error.kind === 'conflict') await this.loadNewer(id);
    this.failed(outcome.error, (reason) =>
      notices.post('failure', message('{reason} Try again.', { reason: inside(reason) })),
    );
  }

  /** Says why. Returns true if it is saved in spite of the failure. */
  private async notSaved(id: ContentId, failure: StudioFailure): Promise<boolean> {
    const { state } = this.need;
    if (state.id !== id) return false;
    const { kind, field, message: said } = failure;
    if (field !== undefined && said !== undefined) {
      state.refused({ [field]: said }, message('The provider refused a field.'));
    } else {
      if (kind === 'conflict') await this.loadNewer(id);
      // The response to an earlier attempt was lost: what is there is what was typed (STU-21).
      if (kind === 'conflict' && state.id === id && !state.isDirty) return this.savedBefore(state);
      this.failed(failure, (sentence) =>
        state.refused(
          {},
          kind === 'conflict' ? message('Not saved: somebody else has changed this title.') : sentence,
        ),
      );
    }
    this.keepDraft();
    return false;
  }

  private savedBefore({ detail }: EditorState): true {
    const { state, notices, changed } = this.need;
    if (detail !== null) state.saved(detail, state);
    this.keepDraft();
    notices.post('done', message('Saved.'));
    changed();
    return true;
  }

  /** Loads what somebody else has saved. The form keeps what was typed here (STU-9). */
  private async loadNewer(id: ContentId): Promise<void> {
    const newer = await this.need.api.title(id);
    if (newer.ok && this.need.state.id === id) this.need.state.updated(newer.value, false);
  }

  private failed(failure: StudioFailure, tell: (sentence: Message) => void): void {
    tell(sentenceOf(failure));
    if (failure.kind === 'no-session') this.need.leadToSignIn();
  }

  /** Stores what is typed, so that neither a reload nor the end of the session loses it (STU-10). */
  private keepDraft(): void {
    const { state, drafts } = this.need;
    const { id, detail, base, typed, members, hasOtherMembers } = state;
    if (id === null || detail === null || base === null || typed === null) return;
    if (!state.isDirty) drafts.remove(this.person, id);
    else
      drafts.save(this.person, id, {
        version: detail.version,
        base,
        typed,
        members: hasOtherMembers ? members : null,
      });
  }
}

/** The changed fields. One that has the value of its source goes back to the source (STU-11). */
const editOf = (
  { found, edited }: TitleDetail,
  fields: TitleFields,
  changed: readonly FieldName[],
): TitleEdit => {
  const isFound = (name: FieldName): boolean =>
    edited.includes(name) && JSON.stringify(found[name]) === JSON.stringify(fields[name]);
  const set = changed.filter((name) => !isFound(name)).map((name) => [name, fields[name]] as const);
  return { ...Object.fromEntries(set), reset: changed.filter(isFound) };
};
