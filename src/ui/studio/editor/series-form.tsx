import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useRef } from 'react';
import type { TitleSeries } from '../../../domain/studio/fields.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import formStyles from '../../components/forms/text-field.module.css';
import { TextInput } from '../components/fields.tsx';
import { useStudio } from '../services.ts';
import styles from './editor.module.css';
import { FoundNote } from './found-note.tsx';

/** The series of a title, each with the number of the title in it (STU-38). */
export const SeriesForm = observer(function SeriesForm() {
  const { editor, editTitle } = useStudio();
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  if (editor.typed === null) return null;
  const { series } = editor.typed;
  const error = editor.problems.series;
  const set = (changed: readonly TitleSeries[]) => editTitle.change('series', changed);
  const setAt = (at: number, change: Partial<TitleSeries>) =>
    set(series.map((each, other) => (other === at ? { ...each, ...change } : each)));
  return (
    <div className={formStyles['field']} role="group" aria-label="Series" aria-describedby={`${id}-error`}>
      {series.map(({ name, sequence }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no other identity than their place
        <div key={at} className={styles['series']}>
          <TextInput
            label={at === 0 ? 'Series' : `Series ${at + 1}`}
            value={name}
            onType={(typed) => setAt(at, { name: typed })}
          />
          <TextInput
            label={at === 0 ? 'Number' : `Number ${at + 1}`}
            value={sequence}
            placeholder="2"
            onType={(typed) => setAt(at, { sequence: typed })}
          />
          <IconButton
            label={name === '' ? `Remove series ${at + 1}` : `Remove ${name}`}
            icon={X}
            onClick={() => {
              set(series.filter((_, other) => other !== at));
              add.current?.focus();
            }}
          />
        </div>
      ))}
      <Button ref={add} look="quiet" onClick={() => set([...series, { name: '', sequence: '' }])}>
        Add series
      </Button>
      {error !== undefined && (
        <p id={`${id}-error`} className={formStyles['error']} role="alert">
          {error}
        </p>
      )}
      <FoundNote name="series" />
    </div>
  );
});
