import { observer } from 'mobx-react-lite';
import { formatPrice } from '../../../domain/entitlement/play-decision.ts';
import {
  changedFields,
  type FieldName,
  fieldsFrom,
  type TitleFields,
} from '../../../domain/studio/fields.ts';
import { Button } from '../../components/controls/button.tsx';
import { formatInstant } from '../components/instants.ts';
import { useStudio } from '../services.ts';
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

/** The value of a field in words. */
function inWords(name: FieldName, fields: TitleFields): string {
  if (name === 'discountPrice')
    return fields.discountPrice === null ? 'nothing' : formatPrice(fields.discountPrice);
  const value = fields[name];
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatInstant(value);
  if (typeof value === 'string') return value;
  return value.length === 0 ? 'nothing' : value.join(', ');
}

/** Beside a field that differs from its source: what the source says, and a button that takes it. */
export const FoundNote = observer(function FoundNote({ name }: { readonly name: FieldName }) {
  const { editor, editTitle } = useStudio();
  const { detail, typed } = editor;
  if (detail === null || typed === null || detail.found[name] === undefined) return null;
  const fields = fieldsFrom(typed);
  const found: TitleFields = { ...fields, [name]: detail.found[name] };
  if (!changedFields(fields, found).includes(name)) return null;
  return (
    <div className={styles['found']}>
      <p>
        Found: <bdi>{inWords(name, found)}</bdi>
      </p>
      <button type="button" onClick={() => editTitle.useFound(name)}>
        Use what was found
      </button>
    </div>
  );
});

/** The labels of the fields. */
export const LABELS: { readonly [Name in FieldName]: string } = {
  title: 'Title',
  description: 'Description',
  authors: 'Authors',
  categories: 'Categories',
  topics: 'Topics',
  validFrom: 'Available from',
  validTill: 'Available until',
  listenFreeStart: 'Free from',
  listenFreeEnd: 'Free until',
  hasListenFreeContent: 'Free to listen at any time',
  discountPrice: 'Discount price in dollars',
  discountStart: 'Discount from',
  discountEnd: 'Discount until',
};
