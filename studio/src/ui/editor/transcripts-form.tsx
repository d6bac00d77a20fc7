import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import type { TitleTranscript, TranscriptPart } from '../../domain/title.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { languageName } from 'audio-streaming-components/language-name';
import { formatNumber } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';
import { message } from 'audio-streaming-translations/message';
import { Badge } from '../components/parts.tsx';
import { Choice, TextInput } from '../components/fields.tsx';
import { useStudio } from '../services.ts';
import styles from './editor.module.css';

/** A number of seconds in the forms in which people type it. */
const EXAMPLE = -1.5;

const ENDINGS = '.vtt,.srt,.lrc,.json,.html,.txt';

/** What is said in a title: its transcripts, beside the sound. Each change is stored at once (STU-53, STU-54). */
export const TranscriptsForm = observer(function TranscriptsForm() {
  const { editor, editTitle } = useStudio();
  const id = useId();
  const [language, setLanguage] = useState('');
  const [chapter, setChapter] = useState('0');
  const { detail, isChanging } = editor;
  if (detail === null) return null;
  const { chapters } = detail.item;
  return (
    <fieldset className={styles['group']}>
      <legend>{t('Transcripts')}</legend>
      <p className={styles['hint']}>
        {t(
          detail.transcripts.length === 0
            ? 'This title has no transcript.'
            : 'Whoever may hear the title may read its transcripts.',
        )}{' '}
        {t('A change counts at once.')}
      </p>
      <ul className={styles['texts']}>
        {detail.transcripts.map((transcript) => (
          <Transcript key={transcript.id} transcript={transcript} />
        ))}
      </ul>
      <div className={styles['pair']}>
        <TextInput
          label={t('Language of the transcript')}
          hint={t('Such as en or pt-BR.')}
          value={language}
          onType={setLanguage}
        />
        {chapters.length > 0 && (
          <Choice
            label={t('Chapter of the transcript')}
            value={chapter}
            options={[
              ['0', t('Whole title')],
              ...chapters.map(({ index, title }) => [String(index), `${index}. ${title}`] as const),
            ]}
            onChoose={setChapter}
          />
        )}
      </div>
      <div className={styles['buttons']}>
        <label htmlFor={id} className={styles['file']} aria-busy={isChanging}>
          {t(isChanging ? 'Saving …' : 'Upload transcript')}
          <input
            id={id}
            type="file"
            accept={ENDINGS}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) void editTitle.setTranscript(file, Number(chapter), language.trim());
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
    </fieldset>
  );
});

const nameOf = ({ language, source, chapters }: TitleTranscript): string => {
  const [chapter = 0] = chapters;
  return t(
    '{language} {source, select, studio {from the studio} file {from a file} inside {inside the sound} other {from the feed}}{count, plural, =0 {} =1 {, chapter {chapter}} one {, # chapter} other {, # chapters}}',
    { language: languageName(language), source, count: chapter === 0 ? 0 : chapters.length, chapter },
  );
};

const Transcript = observer(function Transcript({ transcript }: { readonly transcript: TitleTranscript }) {
  const { editor, editTitle } = useStudio();
  const [parts, setParts] = useState<readonly TranscriptPart[] | null>(null);
  const [typed, setTyped] = useState('');
  const { id, source, origin, isTimed, isShown } = transcript;
  const name = nameOf(transcript);
  const by = Number(typed.replace(',', '.').replace('−', '-'));
  const isNumber = typed.trim() !== '' && Number.isFinite(by) && by !== 0;
  const busy = { 'aria-disabled': editor.isChanging };
  return (
    <li aria-label={name}>
      <p>
        <bdi>{name}</bdi> {!isTimed && <Badge look="plain">{t('Without times')}</Badge>}{' '}
        {!isShown && <Badge look="plain">{t('Another one is shown')}</Badge>}
        {origin !== '' && (
          <small>
            <bdi>{origin}</bdi>
          </small>
        )}
      </p>
      {isTimed && (
        <TextInput
          label={t('Move the times by seconds')}
          inputMode="decimal"
          placeholder={formatNumber(EXAMPLE)}
          value={typed}
          error={
            typed.trim() !== '' && !isNumber
              ? message('A number of seconds, such as {example}.', { example: formatNumber(EXAMPLE) })
              : undefined
          }
          onType={setTyped}
        />
      )}
      <div className={styles['buttons']}>
        {isTimed && (
          <Button
            aria-disabled={editor.isChanging || !isNumber}
            onClick={() => {
              if (isNumber) void editTitle.shiftTranscript(id, by);
            }}
          >
            {t('Move times')}
          </Button>
        )}
        <Button
          look="quiet"
          aria-expanded={parts !== null}
          onClick={() => {
            if (parts !== null) setParts(null);
            else void editTitle.transcript(id).then(setParts);
          }}
        >
          {t(parts === null ? 'Show with the sound' : 'Hide')}
        </Button>
        {source === 'studio' && (
          <Button {...busy} look="quiet" onClick={() => void editTitle.removeTranscript(id)}>
            {t('Remove')}
          </Button>
        )}
      </div>
      {parts?.map((part) => (
        <Part key={part.chapter} part={part} isTimed={isTimed} />
      ))}
    </li>
  );
});

const TENTHS = { minimumIntegerDigits: 2, minimumFractionDigits: 1, maximumFractionDigits: 1 };

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${formatNumber(seconds % 60, TENTHS)}`;

/** The sentences of a chapter under its sound. With times, each plays from its second. */
function Part({ part, isTimed }: { readonly part: TranscriptPart; readonly isTimed: boolean }) {
  const { mediaUrl } = useStudio();
  const audio = useRef<HTMLAudioElement>(null);
  const playFrom = (start: number) => {
    if (audio.current === null) return;
    audio.current.currentTime = start;
    // The browser says in its own controls why it does not play.
    audio.current.play().catch(() => undefined);
  };
  const source = mediaUrl(part.soundUrl);
  return (
    <div className={styles['part']} role="group" aria-label={part.title}>
      <bdi>{part.title}</bdi>
      {/* The text stands below it. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      {source !== null && <audio ref={audio} controls preload="none" src={source} aria-label={part.title} />}
      <ol>
        {part.cues.map(({ start, text, speaker }) => (
          <li key={`${start} ${text}`} dir="auto">
            {isTimed && (
              <button
                type="button"
                aria-label={t('Play from {time}', { time: clock(start) })}
                onClick={() => playFrom(start)}
              >
                {clock(start)}
              </button>
            )}{' '}
            {speaker !== undefined && <b>{speaker}: </b>}
            {text}
          </li>
        ))}
      </ol>
      {!part.isWhole && (
        <p className={styles['hint']}>
          {t('{count, plural, one {The first sentence.} other {The first # sentences.}}', {
            count: part.cues.length,
          })}
        </p>
      )}
    </div>
  );
}
