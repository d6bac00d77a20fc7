import { observer } from 'mobx-react-lite';
import type { FieldName, FieldOf } from '../../../domain/studio/fields.ts';
import { Switch } from '../../components/controls/switch.tsx';
import { InstantInput, LongTextInput, TextInput, TokenField } from '../components/fields.tsx';
import { timeZone } from '../components/instants.ts';
import { useStudio } from '../services.ts';
import { FoundNote } from './found-note.tsx';
import styles from './editor.module.css';
import { SeriesForm } from './series-form.tsx';

export const LABELS: { readonly [Name in FieldName]: string } = {
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
