import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import {
  formatHours,
  type Month,
  monthOf,
  readMonth,
  shiftMonth,
  type Statement,
  statementCsv,
  type StatementGrouping,
  type StatementSum,
  sumLines,
  timeByMonth,
  totalTime,
} from '../../domain/statements.ts';
import type { Milliseconds } from '../../../../src/domain/time.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Switch } from 'audio-streaming-components/controls/switch';
import { TextField } from 'audio-streaming-components/forms/text-field';
import { saveFile } from 'audio-streaming-components/save-file';
import { formatNumber } from 'audio-streaming-translations/formats';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { dateHint, formatBritish, showWhole } from '../components/instants.ts';
import { DataTable } from '../components/data-table.tsx';
import shared from '../components/components.module.css';
import { NotLoaded, Problem } from '../components/parts.tsx';
import { useStudio } from '../services.ts';
import { OwnersPage, Section } from '../shell/shell.tsx';
import { reasonWords } from './people-parts.tsx';
import { Choice } from '../components/fields.tsx';
import styles from './people.module.css';

const GROUPINGS = [
  ['author', message('Authors')],
  ['title', message('Authors and titles')],
  ['month', message('Authors, titles and months')],
] as const;

const monthWords = (month: string): string =>
  formatBritish(new Date(`${month}-01T00:00:00Z`), { month: 'short', year: 'numeric', timeZone: 'UTC' });

const hoursWords = (time: Milliseconds): string => formatHours(time, formatNumber);

function MonthInput({
  label,
  value,
  onSet,
}: {
  readonly label: string;
  readonly value: Month;
  readonly onSet: (month: Month) => void;
}) {
  return (
    <TextField
      label={label}
      type="month"
      required
      value={value}
      {...dateHint(monthWords(value))}
      onFocus={showWhole}
      onChange={(event) => {
        const month = readMonth(event.target.value);
        if (month !== null) onSet(month);
      }}
    />
  );
}

/** The time of each month as a list with bars. The bars repeat what the text says. */
function Chart({ statement, from, to }: { statement: Statement; from: Month; to: Month }) {
  const caption = useId();
  const months = timeByMonth(statement.lines, from, to);
  const most = Math.max(1, ...months.map(({ time }) => time));
  return (
    <figure className={styles['chart']} aria-labelledby={caption}>
      <figcaption id={caption}>{t('Listened time by month')}</figcaption>
      <ul className={styles['bars']}>
        {months.map(({ month, time }) => (
          <li key={month}>
            <span>{monthWords(month)}</span>
            <span className={styles['track']} aria-hidden="true">
              <span className={styles['bar']} style={{ width: `${(100 * time) / most}%` }} />
            </span>
            <span className={styles['value']}>{hoursWords(time)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

const titleColumn = () => ({
  heading: t('Title'),
  cell: ({ title }: StatementSum) => <bdi>{title}</bdi>,
});
const monthColumn = () => ({
  heading: t('Month'),
  cell: ({ month }: StatementSum) => month !== null && monthWords(month),
});

type SumsProps = {
  readonly lines: Statement['lines'];
  readonly label: string;
  /** The beginning of the name of the file. */
  readonly file: string;
  readonly grouping: StatementGrouping;
  readonly from: Month;
  readonly to: Month;
};

function Sums({ lines, label, file, grouping, from, to }: SumsProps) {
  const sums = sumLines(lines, grouping).toSorted((a, b) => b.time - a.time);
  if (sums.length === 0)
    return <p className={shared['soft']}>{t('Nothing was listened to in these months.')}</p>;
  const name = `${file}-${from}-to-${to}.csv`;
  return (
    <>
      <div className={shared['buttons']}>
        <Button onClick={() => saveFile(name, 'text/csv', statementCsv(sums))}>{t('Download as CSV')}</Button>
      </div>
      <DataTable<StatementSum>
        label={label}
        caption={t('Hours, minutes and seconds. A month counts what arrived in it, in UTC.')}
        rows={sums}
        keyOf={({ key }) => key}
        columns={[
          {
            heading: t('Author'),
            cell: ({ authorId, author }) => <bdi>{authorId === '' ? t('No author') : author}</bdi>,
          },
          ...(grouping === 'author' ? [] : [titleColumn()]),
          ...(grouping === 'month' ? [monthColumn()] : []),
          { heading: t('Time'), look: 'time', cell: ({ time }) => hoursWords(time) },
        ]}
        foot={
          <tr>
            <th scope="row" colSpan={grouping === 'author' ? 1 : grouping === 'title' ? 2 : 3}>
              {t('Total')}
            </th>
            <td className={shared['time']}>{hoursWords(totalTime(lines))}</td>
          </tr>
        }
      />
    </>
  );
}

function Refused({ statement: { refused } }: { readonly statement: Statement }) {
  if (refused.length === 0)
    return <p className={shared['soft']}>{t('Everything that was reported counts.')}</p>;
  return (
    <DataTable
      label={t('Not counted')}
      caption={t('Time that apps reported and that is not possible. It is in no statement.')}
      rows={refused}
      keyOf={({ id, reason }) => `${id} ${reason}`}
      columns={[
        { heading: t('Title'), cell: ({ id, title }) => <bdi>{title ?? id}</bdi> },
        { heading: t('Reason'), cell: ({ reason }) => reasonWords(reason) },
        { heading: t('Reports'), cell: ({ reports }) => formatNumber(reports) },
        { heading: t('Time'), look: 'time', cell: ({ time }) => hoursWords(time) },
      ]}
    />
  );
}

function DownloadedTitles({ titles }: { readonly titles: Statement['downloads']['titles'] }) {
  if (titles.length === 0)
    return <p className={shared['soft']}>{t('Nothing was downloaded in these months.')}</p>;
  return (
    <DataTable
      label={t('Downloads')}
      caption={t(
        'At least a minute of an episode, once a day for each listener, without robots. None of it is listened time.',
      )}
      rows={titles}
      keyOf={({ month, titleId }) => `${month} ${titleId}`}
      columns={[
        { heading: t('Title'), cell: ({ titleId, title }) => <bdi>{title === '' ? titleId : title}</bdi> },
        { heading: t('Month'), cell: ({ month }) => monthWords(month) },
        { heading: t('Downloads'), look: 'time', cell: ({ downloads }) => formatNumber(downloads) },
      ]}
    />
  );
}

const Statements = observer(function Statements() {
  const { statement: state, loadStatement, now } = useStudio();
  const [to, setTo] = useState<Month>(() => monthOf(now()));
  const [from, setFrom] = useState<Month>(() => shiftMonth(monthOf(now()), -11));
  const [grouping, setGrouping] = useState<StatementGrouping>('author');
  useEffect(() => {
    void loadStatement.show({ from, to });
  }, [loadStatement, from, to]);
  const { statement, failure } = state;
  const isTurned = from > to;
  return (
    <>
      <Section id="statements" title={t('Statements')}>
        <div className={styles['form']}>
          <MonthInput label={t({ text: 'From', context: 'month' })} value={from} onSet={setFrom} />
          <MonthInput label={t({ text: 'To', context: 'month' })} value={to} onSet={setTo} />
          <Choice
            label={t('Show')}
            value={grouping}
            options={GROUPINGS.map(([each, words]) => [each, t(words)] as const)}
            onChoose={(value) => setGrouping(GROUPINGS.find(([each]) => each === value)?.[0] ?? 'author')}
          />
        </div>
        <Problem message={isTurned ? message('The first month is after the last one.') : null} />
        {(failure !== null || statement === null) && (
          <NotLoaded failure={failure} height="16rem" onRetry={() => void loadStatement.show({ from, to })} />
        )}
        {statement !== null && !isTurned && (
          <>
            <Chart statement={statement} from={from} to={to} />
            <Sums
              lines={statement.lines}
              label={t('Listened time')}
              file="listened-time"
              {...{ grouping, from, to }}
            />
          </>
        )}
      </Section>
      {statement !== null && !isTurned && (
        <Section id="downloads" title={t('Downloads by other apps')}>
          <DownloadedTitles titles={statement.downloads.titles} />
          <Switch
            label={t('Royalties from downloads')}
            isOn={statement.downloads.isPaid}
            onSet={(isPaid) => void loadStatement.setDownloadsPaid(isPaid)}
          />
          {statement.downloads.lines.length > 0 && (
            <Sums
              lines={statement.downloads.lines}
              label={t('Downloaded time')}
              file="downloaded-time"
              {...{ grouping, from, to }}
            />
          )}
        </Section>
      )}
      {statement !== null && (
        <Section id="not-counted" title={t('Not counted')}>
          <Refused statement={statement} />
        </Section>
      )}
    </>
  );
});

/** Listened time by author, title and month, and what does not count (STU-34). Only owners may see it (STU-36). */
export function StatementsScreen() {
  return (
    <OwnersPage title={t('Listened time')} lead={t('What listeners heard, by author, title and month.')}>
      <Statements />
    </OwnersPage>
  );
}
