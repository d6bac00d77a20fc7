import { t } from 'audio-streaming-translations/translate';
import { observer } from 'mobx-react-lite';
import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import {
  type FieldName,
  type FieldOf,
  type TitleSeries,
  changedFields,
  fieldsFrom,
  type TitleFields,
} from '../../domain/fields.ts';
import { Switch } from 'audio-streaming-components/controls/switch';
import { InstantInput, LongTextInput, TextInput, TokenField } from '../components/fields.tsx';
import { timeZone, formatInstant } from '../components/instants.ts';
import { useStudio } from '../services.ts';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { formatPrice } from '../../../../src/domain/entitlement/play-decision.ts';
import styles from './editor.module.css';
import formStyles from 'audio-streaming-components/forms/text-field.module.css';

function inWords(name: FieldName, fields: TitleFields): string {
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
const FoundNote = observer(function FoundNote({ name }: { readonly name: FieldName }) {
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

/** The series of a title, each with the number of the title in it (STU-38). */
const SeriesForm = observer(function SeriesForm() {
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
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no other identity than their position
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
          {t(error)}
        </p>
      )}
      <FoundNote name="series" />
    </div>
  );
});

const LABELS: { readonly [Name in FieldName]: string } = {
  title: 'Title',
  description: 'Description',
  authors: 'Authors',
  narrators: 'Narrators',
  series: 'Series',
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

const Time = observer(function Time({ name }: { readonly name: FieldOf<'instant'> }) {
  const { editor, editTitle } = useStudio();
  if (editor.typed === null) return null;
  return (
    <InstantInput
      label={LABELS[name]}
      value={editor.typed[name]}
      error={editor.problems[name]}
      below={<FoundNote name={name} />}
      onSet={(value) => editTitle.change(name, value)}
    />
  );
});

const Names = observer(function Names({ name }: { readonly name: FieldOf<'names'> }) {
  const { editor, editTitle } = useStudio();
  if (editor.typed === null) return null;
  return (
    <TokenField
      label={LABELS[name]}
      names={editor.typed[name]}
      error={editor.problems[name]}
      below={<FoundNote name={name} />}
      onSet={(names) => editTitle.change(name, names)}
    />
  );
});

const Text = observer(function Text({
  name,
  rows,
}: {
  readonly name: FieldOf<'text'>;
  readonly rows?: number;
}) {
  const { editor, editTitle } = useStudio();
  if (editor.typed === null) return null;
  const field = {
    label: LABELS[name],
    value: editor.typed[name],
    error: editor.problems[name],
    below: <FoundNote name={name} />,
    onType: (value: string) => editTitle.change(name, value),
  };
  return rows === undefined ? <TextInput {...field} /> : <LongTextInput {...field} rows={rows} />;
});

export const TitleForm = observer(function TitleForm() {
  const { editor, editTitle } = useStudio();
  const { typed, problems } = editor;
  if (typed === null) return null;
  return (
    <>
      <fieldset className={styles['group']}>
        <legend>About the title</legend>
        <Text name="title" />
        <Text name="description" rows={6} />
        <Names name="authors" />
        <Names name="narrators" />
        <SeriesForm />
        <Names name="categories" />
        <Names name="topics" />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Windows</legend>
        <p className={styles['hint']}>
          Times are in your time zone, {timeZone()}. An empty field is an open end of the availability; the
          other windows need both ends.
        </p>
        <div className={styles['pair']}>
          <Time name="validFrom" />
          <Time name="validTill" />
        </div>
        <div className={styles['pair']}>
          <Time name="listenFreeStart" />
          <Time name="listenFreeEnd" />
        </div>
        <div>
          <Switch
            label={LABELS.hasListenFreeContent}
            isOn={typed.hasListenFreeContent}
            onSet={(isOn) => editTitle.change('hasListenFreeContent', isOn)}
          />
          <FoundNote name="hasListenFreeContent" />
        </div>
        <TextInput
          label={LABELS.discountPrice}
          value={typed.discountPrice}
          error={problems.discountPrice}
          inputMode="decimal"
          placeholder="4.99"
          below={<FoundNote name="discountPrice" />}
          onType={(value) => editTitle.change('discountPrice', value)}
        />
        <div className={styles['pair']}>
          <Time name="discountStart" />
          <Time name="discountEnd" />
        </div>
      </fieldset>
    </>
  );
});
