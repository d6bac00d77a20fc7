import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { CalendarEvent, CalendarEventKind } from '../../domain/title.ts';
import { instant, type Instant } from '../../../../src/domain/time.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { formatTime } from 'audio-streaming-components/day';
import { Failure } from 'audio-streaming-components/failure';
import { firstDayOfWeek, formatDate, formatNumber } from 'audio-streaming-translations/formats';
import { message, type Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { formatBritish, timeZone } from '../components/instants.ts';
import { StudioLink, titlePath } from '../navigation.tsx';
import { useStudio } from '../services.ts';
import { StudioPage } from '../shell/shell.tsx';
import styles from './overviews.module.css';

const KINDS: { readonly [Name in CalendarEventKind]: Message } = {
  available: message('Available'),
  unavailable: message('Availability ends'),
  free: message('Free to listen'),
  'not-free': message('Free listening ends'),
  discounted: message('Discount starts'),
  'not-discounted': message('Discount ends'),
};

const monthWords = (at: Instant): string => formatBritish(at, { month: 'long', year: 'numeric' });
const dayWords = (at: Instant): string =>
  formatBritish(at, { weekday: 'long', day: 'numeric', month: 'long' });

/** The names of the seven weekdays. The list begins with the day on which a week begins in the language. */
const weekdays = (weekday: 'long' | 'short'): readonly string[] =>
  // The first day of 2024 is a Monday.
  Array.from({ length: 7 }, (_, at) => formatDate(new Date(2024, 0, firstDayOfWeek() + at), { weekday }));

/** More events of a day are shown only on demand. */
const MOST_AT_ONCE = 20;

type Month = { readonly year: number; readonly month: number };

const monthOf = (at: Instant): Month => {
  const local = new Date(at);
  return { year: local.getFullYear(), month: local.getMonth() };
};
const shifted = ({ year, month }: Month, by: number): Month =>
  monthOf(instant(new Date(year, month + by, 1).getTime()));
const startOf = ({ year, month }: Month, day = 1): Instant => instant(new Date(year, month, day).getTime());

/** The days of a month in weeks, as the language of the page counts them. Null for a day of another month. */
function weeksOf(shown: Month): readonly (readonly (number | null)[])[] {
  const days = new Date(shown.year, shown.month + 1, 0).getDate();
  const before = (new Date(shown.year, shown.month, 1).getDay() + 7 - firstDayOfWeek()) % 7;
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, at) => {
    const day = at - before + 1;
    return day >= 1 && day <= days ? day : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

function Event({ event: { at, kind, row } }: { readonly event: CalendarEvent }) {
  return (
    <li data-kind={kind}>
      <StudioLink to={titlePath(row.id)}>
        <span className={styles['eventKind']}>
          {formatTime(at)} {t(KINDS[kind])}
        </span>
        <bdi>{row.title}</bdi>
      </StudioLink>
    </li>
  );
}

/** The events of a day. Those of a full day are shown on demand. */
function DayEvents({ events }: { readonly events: readonly CalendarEvent[] }) {
  const [areAllShown, showAll] = useState(false);
  if (events.length === 0) return null;
  const shown = areAllShown ? events : events.slice(0, MOST_AT_ONCE);
  const left = events.length - shown.length;
  return (
    <>
      <ul>
        {shown.map((event) => (
          <Event key={`${event.row.id} ${event.kind}`} event={event} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className={styles['more']} onClick={() => showAll(true)}>
          {t('{count, plural, one {# more} other {# more}}', { count: left })}
        </button>
      )}
    </>
  );
}

type GridProps = {
  readonly shown: Month;
  readonly events: readonly CalendarEvent[];
  readonly today: Instant;
};

/** The month as a table; in a narrow window as a list of the days with events. */
function Grid({ shown, events, today }: GridProps) {
  const ofDay = new Map<number, CalendarEvent[]>();
  for (const event of events) {
    const day = new Date(event.at).getDate();
    const before = ofDay.get(day);
    if (before === undefined) ofDay.set(day, [event]);
    else before.push(event);
  }
  const isToday = (day: number): boolean => startOf(shown, day) <= today && today < startOf(shown, day + 1);
  const longNames = weekdays('long');
  const shortNames = weekdays('short');
  return (
    <table className={styles['calendar']} aria-label={monthWords(startOf(shown))}>
      <thead>
        <tr>
          {longNames.map((day, at) => (
            <th key={day} scope="col">
              <abbr title={day}>{shortNames[at]}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(shown).map((week, number) => (
          <tr key={`${shown.month} ${number + 1}`}>
            {week.map((day, weekday) =>
              day === null ? (
                <td key={longNames[weekday]} data-empty="true" data-outside="true">
                  <span className="visually-hidden">{t('Not in this month')}</span>
                </td>
              ) : (
                <td key={longNames[weekday]} data-empty={!ofDay.has(day)} data-today={isToday(day)}>
                  <time
                    dateTime={`${shown.year}-${String(shown.month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`}
                    aria-current={isToday(day) ? 'date' : undefined}
                  >
                    <span className={styles['dayNumber']}>{formatNumber(day)}</span>
                    <span className={styles['dayName']}>{dayWords(startOf(shown, day))}</span>
                  </time>
                  <DayEvents events={ofDay.get(day) ?? []} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A month with the starts and ends of windows, each leading to its title. */
export const CalendarScreen = observer(function CalendarScreen() {
  const { calendar, loadCalendar, now } = useStudio();
  const [today] = useState(now);
  // Back from a title, the calendar shows the same month.
  const [shown, setShown] = useState(() => monthOf(calendar.range?.from ?? today));
  useEffect(() => {
    void loadCalendar.show({ from: startOf(shown), till: startOf(shifted(shown, 1)) });
  }, [loadCalendar, shown]);
  const { events, failure, isComplete } = calendar;
  return (
    <StudioPage
      title={t('Calendar')}
      lead={t('Starts and ends of windows, in your time zone, {zone}.', { zone: timeZone() })}
      actions={
        <>
          <Button onClick={() => setShown(shifted(shown, -1))}>{t('Previous month')}</Button>
          <Button onClick={() => setShown(monthOf(today))}>{t('Today')}</Button>
          <Button onClick={() => setShown(shifted(shown, 1))}>{t('Next month')}</Button>
        </>
      }
    >
      <section aria-labelledby="month" className={styles['month']}>
        <h2 id="month" aria-live="polite">
          {monthWords(startOf(shown))}
        </h2>
        {failure !== null && (
          <Failure
            message={failure}
            onRetry={() => void loadCalendar.show({ from: startOf(shown), till: startOf(shifted(shown, 1)) })}
          />
        )}
        {!isComplete && (
          <p className={styles['soft']}>{t('This month has more titles than can be shown here.')}</p>
        )}
        {events?.length === 0 && (
          <p className={styles['soft']}>{t('No window starts or ends in this month.')}</p>
        )}
        {failure === null && <Grid shown={shown} events={events ?? []} today={today} />}
      </section>
    </StudioPage>
  );
});
