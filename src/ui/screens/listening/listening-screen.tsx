import { Image } from 'lucide-react';
import { useState } from 'react';
import type { LoadListening } from '../../../application/listening/load-listening.ts';
import {
  type HeardPerson,
  type ListeningNumbers,
  type ListeningSpan,
  SPANS,
  streaks,
  totalsBy,
} from '../../../domain/listening/listening-numbers.ts';
import { useServices } from '../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { Page, ScreenHeading } from '../../components/layout/page.tsx';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { Loaded } from '../../components/resource/loaded.tsx';
import type { Resources } from '../../components/resource/resource.ts';
import { saveFile } from 'audio-streaming-components/save-file';
import { Link } from '../../navigation/link.ts';
import { formatDate, formatNumber } from 'audio-streaming-translations/formats';
import { directionOf } from 'audio-streaming-translations/languages';
import { message } from 'audio-streaming-translations/message';
import { currentLanguage, t } from 'audio-streaming-translations/translate';
import styles from './listening.module.css';

type ListeningScreenProps = {
  readonly data: Resources<{ numbers: ReturnType<LoadListening['load']> }>;
};

/** The listener's listening in numbers (PROG-84). */
export function ListeningScreen({ data }: ListeningScreenProps) {
  const { settings } = useServices();
  return (
    <Page>
      <ScreenHeading
        title={t('Your listening')}
        description={t('How much you have heard, by day, month and year.')}
        lead={t('What you have heard, for your eyes only.')}
        actions={
          settings.links.mobileApp === null && (
            <Link className={buttonClass()} to="/history">
              {t('History')}
            </Link>
          )
        }
      />
      <Loaded resource={data.numbers} skeleton={<Skeleton height="20rem" />}>
        {(numbers) => <Numbers numbers={numbers} />}
      </Loaded>
    </Page>
  );
}

const SPAN_WORDS: Readonly<Record<ListeningSpan, string>> = {
  day: message('By day'),
  month: message('By month'),
  year: message('By year'),
};

/** The most bars that are shown at once. */
const MOST_BARS = 31;

/** Whole hours and minutes, as `12 h 5 min`. A minute that is shown counts for a streak (PROG-83). */
const inHours = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? t('{minutes} min', { minutes })
    : t('{hours} h {minutes} min', { hours, minutes: minutes % 60 });
};

const FORMATS: Readonly<Record<ListeningSpan, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};

/** A day, a month or a year in words, as `May 3, 2026` (PROG-82). The label is no instant, so it has no time zone. */
const inWords = (span: ListeningSpan, label: string): string => {
  const day = new Date(`${label}${'-01-01'.slice(label.length - 4)}T00:00:00Z`);
  return formatDate(day, { ...FORMATS[span], timeZone: 'UTC' });
};

const days = (count: number): string => t('{count, plural, one {# day} other {# days}}', { count });

const factsOf = ({ days: heard, today, finishedBooks }: ListeningNumbers) => {
  const since = (from: string) =>
    heard.reduce((sum, { day, seconds }) => sum + (day.startsWith(from) ? seconds : 0), 0);
  const { current, longest } = streaks(heard, today);
  return [
    [t('Today'), inHours(since(today))],
    [t('This month'), inHours(since(today.slice(0, 7)))],
    [t('This year'), inHours(since(today.slice(0, 4)))],
    [t('Books finished'), formatNumber(finishedBooks)],
    [t('Days in a row'), days(current)],
    [t('Most days in a row'), days(longest)],
  ] as const;
};

function Numbers({ numbers }: { readonly numbers: ListeningNumbers }) {
  const { settings } = useServices();
  const [span, setSpan] = useState<ListeningSpan>('day');
  const totals = totalsBy(span, numbers.days).slice(-MOST_BARS);
  const most = Math.max(60, ...totals.map(({ seconds }) => seconds));
  const facts = factsOf(numbers);
  const save = async () => {
    const picture = await drawListening(t('My listening · {brand}', { brand: settings.brand }), facts);
    if (picture !== null) saveFile('my-listening.png', 'image/png', picture);
  };
  return (
    <div className={styles['numbers']}>
      <dl className={styles['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button className={styles['save']} onClick={() => void save()}>
        <Image aria-hidden="true" size={18} />
        {t('Save as a picture')}
      </Button>
      <section aria-labelledby="listening-time" className={styles['part']}>
        <header className={styles['head']}>
          <h2 id="listening-time">{t('Time heard')}</h2>
          <SelectField
            label={t('Time heard by')}
            value={span}
            options={SPANS.map((each) => [each, t(SPAN_WORDS[each])] as const)}
            onChoose={(chosen) => setSpan(SPANS.find((each) => each === chosen) ?? 'day')}
          />
        </header>
        {totals.length > 0 && <p>{t('This is the time of the titles: an hour at 2x counts as two.')}</p>}
        {totals.length === 0 && <p>{t('Nothing yet. What you hear from now on stands here.')}</p>}
        {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- without markers, some screen readers need the role */}
        <ol role="list" className={styles['bars']}>
          {totals.map(({ label, seconds }) => (
            <li key={label}>
              <time className={styles['label']} dateTime={label}>
                {inWords(span, label)}
              </time>
              <span className={styles['bar']} style={{ width: `${(seconds / most) * 100}%` }} />
              <span className={styles['time']}>{inHours(seconds)}</span>
            </li>
          ))}
        </ol>
      </section>
      <People title={t('Most heard authors')} to="/authors/$id" people={numbers.authors} />
      <People title={t('Most heard narrators')} to="/narrators/$id" people={numbers.narrators} />
    </div>
  );
}

type PeopleProps = {
  readonly title: string;
  readonly to: '/authors/$id' | '/narrators/$id';
  readonly people: readonly HeardPerson[];
};

function People({ title, to, people }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <section aria-label={title} className={styles['part']}>
      <h2>{title}</h2>
      <ol className={styles['people']}>
        {people.map(({ id, name, seconds }) => (
          <li key={id}>
            <Link to={to} params={{ id }}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className={styles['time']}>{inHours(seconds)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const SIZE = 1080;
const MARGIN = 90;
const ROW = 135;
// not translated: fonts of the picture
const LARGE = '600 56px sans-serif';
// not translated: fonts of the picture
const SMALL = '400 36px sans-serif';

/**
 * Draws facts as a square picture. It is made in this browser and asks no host for anything. Null if the browser cannot
 * draw.
 */
async function drawListening(
  title: string,
  facts: readonly (readonly [label: string, value: string])[],
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = '#17130c';
  context.fillRect(0, 0, SIZE, SIZE);
  context.fillStyle = '#f6efe2';
  context.font = LARGE;
  // A picture reads like the page: from the right in Arabic.
  const isFromRight = directionOf(currentLanguage()) === 'rtl';
  const [start, end] = isFromRight ? [SIZE - MARGIN, MARGIN] : [MARGIN, SIZE - MARGIN];
  context.direction = isFromRight ? 'rtl' : 'ltr';
  context.textAlign = 'start';
  context.fillText(title, start, MARGIN + 50, SIZE - 2 * MARGIN);
  for (const [row, [label, value]] of facts.entries()) {
    const y = MARGIN + 190 + row * ROW;
    context.fillStyle = '#b9ad98';
    context.font = SMALL;
    context.textAlign = 'start';
    context.fillText(label, start, y);
    context.fillStyle = '#f6efe2';
    context.font = LARGE;
    context.textAlign = 'end';
    context.fillText(value, end, y);
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
