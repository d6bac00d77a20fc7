import { observer } from 'mobx-react-lite';
import { formatPrice } from '../../../domain/entitlement/play-decision.ts';
import {
  changedFields,
  type FieldName,
  fieldsFrom,
  type TitleFields,
} from '../../../domain/studio/fields.ts';
import { formatInstant } from '../components/instants.ts';
import { useStudio } from '../services.ts';
import styles from './editor.module.css';

export function inWords(name: FieldName, fields: TitleFields): string {
  if (name === 'discountPrice')
    return fields.discountPrice === null ? 'nothing' : formatPrice(fields.discountPrice);
  const value = fields[name];
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatInstant(value);
  if (typeof value === 'string') return value;
  const names = value.map((each) =>
    typeof each === 'string' ? each : `${each.name} ${each.sequence}`.trim(),
  );
  return names.length === 0 ? 'nothing' : names.join(', ');
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
