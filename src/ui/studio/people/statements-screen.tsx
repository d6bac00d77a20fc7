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
  sumLines,
  timeByMonth,
  totalTime,
} from '../../../domain/studio/statements.ts';
import { Button } from '../../components/controls/button.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import { Failure } from '../../components/failure.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Skeleton } from '../../components/layout/skeleton.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useStudio } from '../services.ts';
import { OwnersPage, Section } from '../shell/studio-page.tsx';
import { Choice, reasonWords } from './people-parts.tsx';
import tableStyles from '../components/table.module.css';
import styles from './people.module.css';

const GROUPINGS = [
  ['author', 'Authors'],
  ['title', 'Authors and titles'],
  ['month', 'Authors, titles and months'],
] as const;

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const monthWords = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

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
      <figcaption id={caption}>Listened time by month</figcaption>
      <ul className={styles['bars']}>
        {months.map(({ month, time }) => (
          <li key={month}>
            <span>{monthWords(month)}</span>
            <span className={styles['track']} aria-hidden="true">
              <span className={styles['bar']} style={{ width: `${(100 * time) / most}%` }} />
            </span>
            <span className={styles['value']}>{formatHours(time)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

type SumsProps = {
  readonly lines: Statement['lines'];
  readonly label: string;
  readonly grouping: StatementGrouping;
  readonly from: Month;
  readonly to: Month;
};

function Sums({ lines, label, grouping, from, to }: SumsProps) {
  const sums = sumLines(lines, grouping).toSorted((a, b) => b.time - a.time);
  if (sums.length === 0) return <p className={styles['soft']}>Nothing was listened to in these months.</p>;
  const file = `${label.toLowerCase().replaceAll(' ', '-')}-${from}-to-${to}.csv`;
  return (
    <>
      <div className={styles['buttons']}>
        <Button onClick={() => saveFile(file, 'text/csv', statementCsv(sums))}>Download as CSV</Button>
      </div>
      <table className={tableStyles['table']} aria-label={label}>
        <caption>Hours, minutes and seconds. A month counts what arrived in it, in UTC.</caption>
        <thead>
          <tr>
            <th scope="col">Author</th>
            {grouping !== 'author' && <th scope="col">Title</th>}
            {grouping === 'month' && <th scope="col">Month</th>}
            <th scope="col" className={tableStyles['time']}>
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ key, author, title, month, time }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{author}</bdi>
              </th>
              {title !== null && (
                <td data-label="Title">
                  <bdi>{title}</bdi>
                </td>
              )}
              {month !== null && <td data-label="Month">{monthWords(month)}</td>}
              <td data-label="Time" className={tableStyles['time']}>
                {formatHours(time)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={grouping === 'author' ? 1 : grouping === 'title' ? 2 : 3}>
              Total
            </th>
            <td className={tableStyles['time']}>{formatHours(totalTime(lines))}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function Refused({ statement: { refused } }: { readonly statement: Statement }) {
  if (refused.length === 0) return <p className={styles['soft']}>Everything that was reported counts.</p>;
  return (
    <table className={tableStyles['table']} aria-label="Not counted">
      <caption>Time that apps reported and that is not possible. It is in no statement.</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Reason</th>
          <th scope="col">Reports</th>
          <th scope="col" className={tableStyles['time']}>
            Time
          </th>
        </tr>
      </thead>
      <tbody>
        {refused.map(({ id, title, reason, reports, time }) => (
          <tr key={`${id} ${reason}`}>
            <th scope="row">
              <bdi>{title ?? id}</bdi>
            </th>
            <td data-label="Reason">{reasonWords(reason)}</td>
            <td data-label="Reports">{reports.toLocaleString('en-US')}</td>
            <td data-label="Time" className={tableStyles['time']}>
              {formatHours(time)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DownloadedTitles({ titles }: { readonly titles: Statement['downloads']['titles'] }) {
  if (titles.length === 0) return <p className={styles['soft']}>Nothing was downloaded in these months.</p>;
  return (
    <table className={tableStyles['table']} aria-label="Downloads">
      <caption>
        At least a minute of an episode, once a day for each listener, without robots. None of it is listened
        time.
      </caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Month</th>
          <th scope="col" className={tableStyles['time']}>
            Downloads
          </th>
        </tr>
      </thead>
      <tbody>
        {titles.map(({ month, titleId, title, downloads }) => (
          <tr key={`${month} ${titleId}`}>
            <th scope="row">
              <bdi>{title === '' ? titleId : title}</bdi>
            </th>
            <td data-label="Month">{monthWords(month)}</td>
            <td data-label="Downloads" className={tableStyles['time']}>
              {downloads.toLocaleString('en-US')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
      <Section id="statements" title="Statements">
        <div className={styles['form']}>
          <MonthInput label="From" value={from} onSet={setFrom} />
          <MonthInput label="To" value={to} onSet={setTo} />
          <Choice
            label="Show"
            value={grouping}
            options={GROUPINGS}
            onChoose={(value) => setGrouping(GROUPINGS.find(([each]) => each === value)?.[0] ?? 'author')}
          />
        </div>
        {isTurned && (
          <p role="alert" className={styles['error']}>
            The first month is after the last one.
          </p>
        )}
        {failure !== null && (
          <Failure message={failure} onRetry={() => void loadStatement.show({ from, to })} />
        )}
        {statement === null && failure === null && <Skeleton width="100%" height="16rem" />}
        {statement !== null && !isTurned && (
          <>
            <Chart statement={statement} from={from} to={to} />
            <Sums lines={statement.lines} label="Listened time" {...{ grouping, from, to }} />
          </>
        )}
      </Section>
      {statement !== null && !isTurned && (
        <Section id="downloads" title="Downloads by other apps">
          <DownloadedTitles titles={statement.downloads.titles} />
          <Switch
            label="Royalties from downloads"
            isOn={statement.downloads.isPaid}
            onSet={(isPaid) => void loadStatement.setDownloadsPaid(isPaid)}
          />
          {statement.downloads.lines.length > 0 && (
            <Sums lines={statement.downloads.lines} label="Downloaded time" {...{ grouping, from, to }} />
          )}
        </Section>
      )}
      {statement !== null && (
        <Section id="not-counted" title="Not counted">
          <Refused statement={statement} />
        </Section>
      )}
    </>
  );
});

/** Listened time by author, title and month, and what does not count (STU-34). Only owners may see it (STU-36). */
export function StatementsScreen() {
  return (
    <OwnersPage title="Listened time" lead="What listeners heard, by author, title and month.">
      <Statements />
    </OwnersPage>
  );
}
