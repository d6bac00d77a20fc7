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
import { priceWords } from '../components/price.ts';
import { formatNames, formatNumber } from 'audio-streaming-translations/formats';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';
import styles from './editor.module.css';
import formStyles from 'audio-streaming-components/forms/text-field.module.css';

function inWords(name: FieldName, fields: TitleFields): string {
  if (name === 'discountPrice')
    return fields.discountPrice === null ? t('nothing') : priceWords(fields.discountPrice);
  const value = fields[name];
  if (value === null || value === '') return t('nothing');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return formatInstant(value);
  if (typeof value === 'string') return value;
  const names = value.map((each) =>
    typeof each === 'string' ? each : `${each.name} ${each.sequence}`.trim(),
  );
  return names.length === 0 ? t('nothing') : formatNames(names);
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
        <Sentence text="Found: {value}" values={{ value: <bdi>{inWords(name, found)}</bdi> }} />
      </p>
      <button type="button" onClick={() => editTitle.useFound(name)}>
        {t('Use what was found')}
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
        {conflict.editedBy === null ? (
          <Sentence
            text="<strong>Somebody else has changed this title meanwhile.</strong> What you typed is still here. Save again to keep it."
            values={{ strong: (words) => <strong>{words}</strong> }}
          />
        ) : (
          <Sentence
            text="<strong>{name} has changed this title meanwhile.</strong> What you typed is still here. Save again to keep it."
            values={{
              name: <bdi>{conflict.editedBy}</bdi>,
              strong: (words) => <strong>{words}</strong>,
            }}
          />
        )}
      </p>
      {conflict.fields.length > 0 && (
        <ul>
          {conflict.fields.map((name) => (
            <li key={name}>
              <span>
                <Sentence
                  text="{field} is now “{value}”."
                  values={{ field: t(LABELS[name]), value: <bdi>{inWords(name, theirs)}</bdi> }}
                />
                {own.has(name) && ` ${t('You have typed something else.')}`}
              </span>
              {own.has(name) && (
                <button type="button" onClick={() => editTitle.change(name, base[name])}>
                  {t('Use theirs')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {conflict.hasOtherMembers && (
        <p>{t('The titles of the collection were changed, too. Yours are shown.')}</p>
      )}
      <Button onClick={() => editor.dismissConflict()}>{t('Understood')}</Button>
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
    <div
      className={formStyles['field']}
      role="group"
      aria-label={t('Series')}
      aria-describedby={`${id}-error`}
    >
      {series.map(({ name, sequence }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no other identity than their position
        <div key={at} className={styles['series']}>
          <TextInput
            label={
              at === 0 ? t({ text: 'Series', context: 'one' }) : t('Series {number}', { number: at + 1 })
            }
            value={name}
            onType={(typed) => setAt(at, { name: typed })}
          />
          <TextInput
            label={at === 0 ? t('Number') : t('Number {number}', { number: at + 1 })}
            value={sequence}
            placeholder="2"
            onType={(typed) => setAt(at, { sequence: typed })}
          />
          <IconButton
            label={
              name === '' ? t('Remove series {number}', { number: at + 1 }) : t('Remove {name}', { name })
            }
            icon={X}
            onClick={() => {
              set(series.filter((_, other) => other !== at));
              add.current?.focus();
            }}
          />
        </div>
      ))}
      <Button ref={add} look="quiet" onClick={() => set([...series, { name: '', sequence: '' }])}>
        {t('Add series')}
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
  title: message('Title'),
  description: message('Description'),
  authors: message('Authors'),
  narrators: message('Narrators'),
  series: message('Series'),
  categories: message('Categories'),
  topics: message('Topics'),
  validFrom: message('Available from'),
  validTill: message('Available until'),
  listenFreeStart: message('Free from'),
  listenFreeEnd: message('Free until'),
  hasListenFreeContent: message('Free to listen at any time'),
  discountPrice: message('Discount price in dollars'),
  discountStart: message('Discount from'),
  discountEnd: message('Discount until'),
};

const REMOVE_REST: { readonly [Name in FieldOf<'names'>]: string } = {
  authors: message('Remove all authors after the first {count}'),
  narrators: message('Remove all narrators after the first {count}'),
  categories: message('Remove all categories after the first {count}'),
  topics: message('Remove all topics after the first {count}'),
};

const Time = observer(function Time({ name }: { readonly name: FieldOf<'instant'> }) {
  const { editor, editTitle } = useStudio();
  if (editor.typed === null) return null;
  return (
    <InstantInput
      label={t(LABELS[name])}
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
      label={t(LABELS[name])}
      names={editor.typed[name]}
      error={editor.problems[name]}
      below={<FoundNote name={name} />}
      removeRest={REMOVE_REST[name]}
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
    label: t(LABELS[name]),
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
        <legend>{t('About the title')}</legend>
        <Text name="title" />
        <Text name="description" rows={6} />
        <Names name="authors" />
        <Names name="narrators" />
        <SeriesForm />
        <Names name="categories" />
        <Names name="topics" />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{t('Windows')}</legend>
        <p className={styles['hint']}>
          {t(
            'Times are in your time zone, {zone}. An empty field is an open end of the availability; the other windows need both ends.',
            { zone: timeZone() },
          )}
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
            label={t(LABELS.hasListenFreeContent)}
            isOn={typed.hasListenFreeContent}
            onSet={(isOn) => editTitle.change('hasListenFreeContent', isOn)}
          />
          <FoundNote name="hasListenFreeContent" />
        </div>
        <TextInput
          label={t(LABELS.discountPrice)}
          value={typed.discountPrice}
          error={problems.discountPrice}
          inputMode="decimal"
          placeholder={formatNumber(4.99)}
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
