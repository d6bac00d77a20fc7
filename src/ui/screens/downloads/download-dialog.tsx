import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { WHOLE, type DownloadSelection } from '../../../domain/downloads/selection.ts';
import { type Track, formatTracks } from '../../../domain/playback/track.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Modal } from '../../components/layout/modal.tsx';
import { t } from 'audio-streaming-translations/translate';
import styles from './downloads.module.css';
import { partsOf, type Unit } from './words.ts';
import { chapterName } from '../../components/chapter-name.ts';

type DownloadDialogProps = {
  readonly item: ContentItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDownload: (selection: DownloadSelection) => void;
};

/** Asks which parts of a title are downloaded (DOWN-55). */
export function DownloadDialog({ item, isOpen, onClose, onDownload }: DownloadDialogProps) {
  const known = formatTracks(item, []);
  return (
    <Modal isOpen={isOpen} title={t('What do you want to download?')} onClose={onClose}>
      {known.length > 0 ? (
        <RangeForm tracks={known} unit={partsOf(item)} onDownload={onDownload} />
      ) : (
        <NextForm item={item} unit={partsOf(item)} onDownload={onDownload} />
      )}
    </Modal>
  );
}

type RangeFormProps = Pick<DownloadDialogProps, 'onDownload'> & {
  readonly tracks: readonly Track[];
  readonly unit: Unit;
};

/** Offers the whole title, or a range of its parts. */
function RangeForm({ tracks, unit, onDownload }: RangeFormProps) {
  const [first, setFirst] = useState(0);
  const [last, setLast] = useState(tracks.length - 1);
  const submit = (isWhole: boolean) => {
    const from = tracks[Math.min(first, last)];
    const to = tracks[Math.max(first, last)];
    if (isWhole || from === undefined || to === undefined) onDownload(WHOLE);
    else onDownload({ kind: 'range', first: from.id, last: to.id });
  };
  const options = tracks.map((track, index) => (
    <option key={track.id} value={index}>
      {t('{number}. {title}', { number: index + 1, title: chapterName(track.title) })}
    </option>
  ));
  return (
    <ChoiceForm
      whole={t(
        '{unit, select, chapters {All {count, plural, one {# chapter} other {# chapters}}} episodes {All {count, plural, one {# episode} other {# episodes}}} other {All {count, plural, one {# track} other {# tracks}}}}',
        { unit, count: tracks.length },
      )}
      part={t('{unit, select, chapters {Some chapters} episodes {Some episodes} other {Some tracks}}', {
        unit,
      })}
      onSubmit={submit}
    >
      {(choosePart) => (
        <>
          <PartSelect
            label={t({ text: 'From', context: 'the first part' })}
            value={first}
            onChoose={(value) => {
              choosePart();
              setFirst(value);
            }}
          >
            {options}
          </PartSelect>
          <PartSelect
            label={t({ text: 'To', context: 'the last part' })}
            value={last}
            onChoose={(value) => {
              choosePart();
              setLast(value);
            }}
          >
            {options}
          </PartSelect>
        </>
      )}
    </ChoiceForm>
  );
}

/** How many episodes are offered. */
const COUNTS = [1, 3, 5, 10, 25] as const;

type NextFormProps = Pick<DownloadDialogProps, 'item' | 'onDownload'> & { readonly unit: Unit };

/** Offers all episodes, or the next few after the one that plays. */
const NextForm = observer(function NextForm({ item, unit, onDownload }: NextFormProps) {
  const { player } = useServices();
  const playing = player.isCurrentAudio(item) ? player.track : null;
  const [count, setCount] = useState<number>(3);
  return (
    <ChoiceForm
      whole={t('{unit, select, chapters {All chapters} episodes {All episodes} other {All tracks}}', {
        unit,
      })}
      part={
        playing === null
          ? t(
              '{unit, select, chapters {The first chapters} episodes {The first episodes} other {The first tracks}}',
              { unit },
            )
          : t(
              '{unit, select, chapters {The next chapters after “{title}”} episodes {The next episodes after “{title}”} other {The next tracks after “{title}”}}',
              { unit, title: playing.title },
            )
      }
      startsWithPart
      onSubmit={(isWhole) =>
        onDownload(isWhole ? WHOLE : { kind: 'next', count, after: playing?.id ?? null })
      }
    >
      {(choosePart) => (
        <PartSelect
          label={t('How many')}
          value={count}
          onChoose={(value) => {
            choosePart();
            setCount(value);
          }}
        >
          {COUNTS.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </PartSelect>
      )}
    </ChoiceForm>
  );
});

type ChoiceFormProps = {
  readonly whole: string;
  readonly part: string;
  /** Selects the part when the dialog opens. */
  readonly startsWithPart?: boolean;
  readonly onSubmit: (isWhole: boolean) => void;
  /** Renders the fields of the part. A change of them selects the part. */
  readonly children: (choosePart: () => void) => ReactNode;
};

function ChoiceForm({ whole, part, startsWithPart = false, onSubmit, children }: ChoiceFormProps) {
  const [isWhole, setWhole] = useState(!startsWithPart);
  const name = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit(isWhole);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <fieldset className={styles['choices']}>
        <legend className="visually-hidden">{t('Parts')}</legend>
        <label className={styles['choice']}>
          <input type="radio" name={name} checked={isWhole} onChange={() => setWhole(true)} />
          {whole}
        </label>
        <label className={styles['choice']}>
          <input type="radio" name={name} checked={!isWhole} onChange={() => setWhole(false)} />
          {part}
        </label>
        <div className={styles['part']}>{children(() => setWhole(false))}</div>
      </fieldset>
      <Button look="primary" type="submit">
        {t('Download')}
      </Button>
    </form>
  );
}

type PartSelectProps = {
  readonly label: string;
  readonly value: number;
  readonly onChoose: (value: number) => void;
  readonly children: ReactNode;
};

function PartSelect({ label, value, onChoose, children }: PartSelectProps) {
  return (
    <label className={styles['select']}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(Number(event.target.value))}>
        {children}
      </select>
    </label>
  );
}
