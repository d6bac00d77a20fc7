import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import { contentId } from '../../../../src/domain/catalogue/content.ts';
import { fieldsFrom, withFields } from '../../domain/fields.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { useCoveredHeight } from 'audio-streaming-components/use-covered-height';
import { Switch } from 'audio-streaming-components/controls/switch';
import { Failure } from 'audio-streaming-components/failure';
import { Dialog } from 'audio-streaming-components/layout/dialog';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { Badge, ConfirmDialog, Problem } from '../components/parts.tsx';
import { StudioLink, useGoTo, useHeldLeaving } from '../navigation.tsx';
import { formatInstant } from '../components/instants.ts';
import { CopiedAddress } from '../components/copied-address.tsx';
import { Preview } from '../preview/preview.tsx';
import { useStudio } from '../services.ts';
import { Section, StudioPage } from '../shell/shell.tsx';
import { ConflictNote, TitleForm } from './title-form.tsx';
import styles from './editor.module.css';
import { EditionForm } from './edition-form.tsx';
import { MembersForm } from './members-form.tsx';
import { TranscriptsForm } from './transcripts-form.tsx';

const STATES = {
  published: { look: 'good', text: message('Published') },
  hidden: { look: 'plain', text: message('Hidden') },
  missing: { look: 'danger', text: message('Missing') },
} as const;

const EMPTY = { look: 'plain', text: message('Nothing to hear') } as const;

/** Publish or Hide. */
const Actions = observer(function Actions() {
  const { editor, editTitle } = useStudio();
  const { detail, isChanging, isSaving } = editor;
  if (detail === null) return null;
  const busy = { 'aria-disabled': isChanging || isSaving, 'aria-busy': isChanging };
  return detail.state === 'published' ? (
    <Button {...busy} onClick={() => void editTitle.setHidden(true)}>
      {t('Hide')}
    </Button>
  ) : (
    <Button {...busy} look="primary" onClick={() => void editTitle.setHidden(false)}>
      {t('Publish')}
    </Button>
  );
});

/** Asks before unsaved changes are left. */
const LeaveGuard = observer(function LeaveGuard() {
  const { editor, editTitle, session } = useStudio();
  // A draft survives a reload, but not a closed tab.
  const leaving = useHeldLeaving(() => editor.isDirty && !session.isLeaving);
  return (
    <Dialog isOpen={leaving !== null} title={t('Leave without saving?')} onClose={() => leaving?.stay()}>
      <p>{t('What you have typed is not saved.')}</p>
      <div className={styles['buttons']}>
        <Button
          look="primary"
          onClick={() => {
            if (leaving !== null)
              void editTitle.save().then((isSaved) => (isSaved ? leaving.proceed() : leaving.stay()));
          }}
        >
          {t('Save and leave')}
        </Button>
        <Button
          onClick={() => {
            editTitle.discard();
            leaving?.proceed();
          }}
        >
          {t('Leave without saving')}
        </Button>
        <Button look="quiet" onClick={() => leaving?.stay()}>
          {t('Keep editing')}
        </Button>
      </div>
    </Dialog>
  );
});

/** Says what is not saved yet, and saves it. */
const SaveBar = observer(function SaveBar() {
  const { editor, editTitle } = useStudio();
  const count = editor.changed.length + (editor.hasOtherMembers ? 1 : 0);
  const bar = useRef<HTMLDivElement>(null);
  useCoveredHeight(bar, true);
  const words =
    count === 0
      ? t('All changes are saved.')
      : t('{count, plural, one {# unsaved change} other {# unsaved changes}}', { count });
  return (
    <div ref={bar} className={styles['saveBar']}>
      <div>
        <output>{words}</output>
        <Problem message={editor.saveFailure} />
      </div>
      <div className={styles['buttons']}>
        <Button look="quiet" aria-disabled={count === 0} onClick={() => editTitle.discard()}>
          {t('Discard changes')}
        </Button>
        <Button type="submit" look="primary" aria-disabled={editor.isSaving} aria-busy={editor.isSaving}>
          {t('Save')}
        </Button>
      </div>
    </div>
  );
});

const DeleteCollection = observer(function DeleteCollection() {
  const { editTitle } = useStudio();
  const goTo = useGoTo();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    if (await editTitle.deleteCollection()) goTo('/studio');
  };
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('Delete collection')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Delete this collection?')}
        confirm={t('Delete')}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {t('Its titles stay. Listeners no longer find the collection.')}
      </ConfirmDialog>
    </>
  );
});

/** The page of one title: its form, and beside it what listeners will see. */
export const EditorScreen = observer(function EditorScreen({ id }: { readonly id: string }) {
  const { editor, editTitle } = useStudio();
  useEffect(() => {
    void editTitle.open(contentId(id));
  }, [editTitle, id]);
  const { detail, typed, failure } = editor;
  const above = <StudioLink to="/studio#catalogue">{t('Catalogue')}</StudioLink>;
  if (failure !== null) {
    return (
      <StudioPage title={t('Title')} above={above}>
        <Failure message={failure} onRetry={() => void editTitle.open(contentId(id))}>
          <StudioLink to="/studio" className={buttonClass()}>
            {t('To the catalogue')}
          </StudioLink>
        </Failure>
      </StudioPage>
    );
  }
  if (detail === null || typed === null || detail.id !== id) {
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton width="20rem" height="2.5rem" />
        <Skeleton width="100%" height="30rem" />
      </div>
    );
  }
  const isEmpty = detail.kind === 'collection' && detail.state === 'missing';
  const { look, text } = isEmpty ? EMPTY : STATES[detail.state];
  const edited =
    detail.editedAt === null
      ? null
      : detail.editedBy === null
        ? t('Edited {time}', { time: formatInstant(detail.editedAt) })
        : t('Edited {time} by {name}', { time: formatInstant(detail.editedAt), name: detail.editedBy });
  return (
    <StudioPage
      title={detail.item.title}
      above={above}
      lead={
        <span className={styles['lead']}>
          <Badge look={look}>{t(text)}</Badge>
          {edited !== null && <span>{edited}</span>}
          <a href={`/audios/${encodeURIComponent(detail.id)}`}>{t('Open in the app')}</a>
        </span>
      }
      actions={
        <>
          {detail.kind === 'collection' && <DeleteCollection />}
          <Actions />
        </>
      }
    >
      <LeaveGuard />
      <div className={styles['columns']}>
        <form
          className={styles['form']}
          noValidate
          aria-label={t('Title')}
          onSubmit={(event) => {
            event.preventDefault();
            void editTitle.save();
          }}
        >
          {editor.isRestored && (
            <p className={styles['note']} role="status">
              {t('What you typed before is back. It is not saved yet.')}
            </p>
          )}
          <ConflictNote />
          <TitleForm />
          {editor.members !== null && <MembersForm members={editor.members} />}
          {detail.kind === 'file' && <EditionForm key={`editions ${detail.id}`} />}
          <PdfForm />
          {detail.members === null && detail.item.type !== 4 && <PublicFeed />}
          {detail.members === null && detail.item.type !== 3 && <TranscriptsForm key={detail.id} />}
          <SaveBar />
        </form>
        <div className={styles['preview']}>
          <Section id="preview" title={t('Preview')}>
            <Preview
              key={detail.id}
              item={withFields(detail.item, fieldsFrom(typed))}
              state={detail.state}
              hasTranscript={detail.transcripts.length > 0}
            />
          </Section>
        </div>
      </div>
    </StudioPage>
  );
});

/** Whether everybody can add the title to a podcast app (FEED-30). */
const PublicFeed = observer(function PublicFeed() {
  const { editor, editTitle } = useStudio();
  const path = editor.detail?.publicFeed ?? null;
  return (
    <fieldset className={styles['group']}>
      <legend>{t('Other apps')}</legend>
      <Switch
        label={t('Public feed')}
        isOn={path !== null}
        onSet={(isOn) => void editTitle.setPublicFeed(isOn)}
      />
      <p className={styles['hint']}>
        {t(
          path === null
            ? 'Everybody could add this title to a podcast app, with what is free to hear.'
            : 'Everybody can add this address to a podcast app, with what is free to hear.',
        )}{' '}
        {t('A change counts at once.')}
      </p>
      {path !== null && <CopiedAddress address={new URL(path, location.origin).href} />}
    </fieldset>
  );
});

/** The PDF of a title. It is stored at once. */
const PdfForm = observer(function PdfForm() {
  const { editor, editTitle } = useStudio();
  const id = useId();
  const { detail, isChanging } = editor;
  if (detail === null) return null;
  const hasPdf = detail.item.pdfUrl !== null;
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PDF')}</legend>
      <p className={styles['hint']}>
        {t(hasPdf ? 'Listeners can open a PDF beside this title.' : 'This title has no PDF.')}{' '}
        {t('A change counts at once.')}
      </p>
      <div className={styles['buttons']}>
        <label htmlFor={id} className={styles['file']} aria-busy={isChanging}>
          {isChanging ? t('Saving …') : t(hasPdf ? 'Replace PDF' : 'Upload PDF')}
          <input
            id={id}
            type="file"
            accept="application/pdf,.pdf"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) void editTitle.setPdf(file);
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
          />
        </label>
        {hasPdf && (
          <Button look="quiet" aria-disabled={isChanging} onClick={() => void editTitle.removePdf()}>
            {t('Remove PDF')}
          </Button>
        )}
      </div>
    </fieldset>
  );
});
