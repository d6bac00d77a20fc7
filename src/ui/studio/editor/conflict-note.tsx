import { observer } from 'mobx-react-lite';
import { fieldsFrom } from '../../../domain/studio/fields.ts';
import { Button } from '../../components/controls/button.tsx';
import { useStudio } from '../services.ts';
import { inWords } from './found-note.tsx';
import { LABELS } from './title-form.tsx';
import styles from './editor.module.css';

/** What somebody else has changed meanwhile. What was typed here stays in the form. */
export const ConflictNote = observer(function ConflictNote() {
  const { editor, editTitle } = useStudio();
  const { conflict, base, changed } = editor;
  if (conflict === null || base === null) return null;
  const theirs = fieldsFrom(base);
  const own = new Set(changed);
  return (
    <div className={styles['conflict']} role="alert">
      <p>
        <strong>{conflict.editedBy ?? 'Somebody else'} has changed this title meanwhile.</strong> What you
        typed is still here. Save again to keep it.
      </p>
      {conflict.fields.length > 0 && (
        <ul>
          {conflict.fields.map((name) => (
            <li key={name}>
              <span>
                {LABELS[name]} is now “<bdi>{inWords(name, theirs)}</bdi>”.
                {own.has(name) && ' You have typed something else.'}
              </span>
              {own.has(name) && (
                <button type="button" onClick={() => editTitle.change(name, base[name])}>
                  Use theirs
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {conflict.hasOtherMembers && <p>The titles of the collection were changed, too. Yours are shown.</p>}
      <Button onClick={() => editor.dismissConflict()}>Understood</Button>
    </div>
  );
});
