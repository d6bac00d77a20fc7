import { type CSSProperties, useId, useState } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import {
  previewAt,
  previewChanges,
  type WindowSpan,
  windowSpans,
} from '../../../domain/entitlement/preview.ts';
import type { TitleState } from '../../../domain/studio/title.ts';
import { type Bound, instant, type Instant, isInstant } from '../../../domain/time.ts';
import { Button } from '../../components/controls/button.tsx';
import { InstantInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import { useStudio } from '../services.ts';
import styles from './preview.module.css';
import {
  changeWords,
  playWords,
  readWords,
  tileWords,
  VIEWER_NAMES,
  whyWords,
  WINDOW_NAMES,
  windowWords,
} from './words.ts';

type PreviewProps = {
  /** The title as it will be when the form is saved. */
  readonly item: ContentItem;
  readonly state: TitleState;
  readonly hasTranscript: boolean;
};

/** What each kind of listener sees and may play at an instant, and how that changes over time. */
export function Preview({ item, state, hasTranscript }: PreviewProps) {
  const { now: clock } = useStudio();
  const [now] = useState(clock);
  const [at, setAt] = useState<Instant>(now);
  const titleId = useId();
  const isPublished = state === 'published';
  const rows = previewAt(item, isPublished, at);
  const spans = windowSpans(item);
  const changes = previewChanges(item, isPublished);
  const timeline = timelineOf(spans, now, at);
  const earlier = changes.findLast((change) => change < at);
  const later = changes.find((change) => change > at);
  return (
    <div className={styles['preview']}>
      <div className={styles['instant']}>
        <InstantInput label="Instant" value={at} onSet={(value) => setAt(value ?? now)} />
        <div className={styles['steps']}>
          <Button
            aria-disabled={earlier === undefined}
            onClick={() => earlier !== undefined && setAt(earlier)}
          >
            Previous change
          </Button>
          <Button onClick={() => setAt(now)}>Now</Button>
          <Button aria-disabled={later === undefined} onClick={() => later !== undefined && setAt(later)}>
            Next change
          </Button>
        </div>
      </div>
      <Timeline {...timeline} spans={spans} changes={changes} now={now} at={at} onSet={setAt} />
      <h3 id={titleId}>{formatInstant(at)}</h3>
      <div className={styles['scroller']}>
        <table className={styles['table']} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Tile</th>
              <th scope="col">Play</th>
              {hasTranscript && <th scope="col">Transcript</th>}
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              // The words of a row name other rows too: a free listener is offered a membership.
              <tr key={row.viewer} aria-labelledby={`${titleId}-${row.viewer}`}>
                <th scope="row" id={`${titleId}-${row.viewer}`}>
                  {VIEWER_NAMES[row.viewer]}
                </th>
                <td>{tileWords(row, item)}</td>
                <td data-play={row.decision.kind}>{playWords(row)}</td>
                {hasTranscript && <td data-play={row.decision.kind}>{readWords(row)}</td>}
                <td>{whyWords(row, item, state, at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>Changes over time</h3>
      {changes.length === 0 ? (
        <p className={styles['soft']}>
          {isPublished ? 'Nothing changes over time.' : 'Nothing changes while the title is not published.'}
        </p>
      ) : (
        <ul className={styles['changes']}>
          {changes.map((change) => (
            <li key={change}>
              <button type="button" aria-pressed={change === at} onClick={() => setAt(change)}>
                {formatInstant(change)}
              </button>
              <span>
                {changeWords(
                  previewAt(item, isPublished, instant(change - 1)),
                  // A sale starts after its first instant.
                  previewAt(item, isPublished, instant(change + 1)),
                  item,
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The part of time that the picture shows. */
type Range = { readonly start: Instant; readonly end: Instant };

/** A range that holds now, the selected instant and every bound, with room at both sides; at least a month. */
function timelineOf(spans: readonly WindowSpan[], now: Instant, at: Instant): Range {
  const bounds = spans.flatMap(({ from, till }) => [from, till].filter(isInstant));
  const points = [now, at, ...bounds];
  const first = Math.min(...points);
  const last = Math.max(...points);
  const room = Math.max((last - first) * 0.08, (30 * DAY - (last - first)) / 2, DAY);
  return { start: instant(first - room), end: instant(last + room) };
}

type TimelineProps = Range & {
  readonly spans: readonly WindowSpan[];
  readonly changes: readonly Instant[];
  readonly now: Instant;
  readonly at: Instant;
  readonly onSet: (at: Instant) => void;
};

/** The windows of a title over time, with a slider over them that chooses the instant. */
function Timeline({ start, end, spans, changes, now, at, onSet }: TimelineProps) {
  const id = useId();
  const share = (time: number): number => Math.min(Math.max((time - start) / (end - start), 0), 1) * 100;
  const place = (time: number): CSSProperties => ({ insetInlineStart: `${share(time)}%` });
  const bar = (from: Bound, till: Bound): CSSProperties => {
    const left = isInstant(from) ? share(from) : 0;
    const right = isInstant(till) ? share(till) : 100;
    return { insetInlineStart: `${left}%`, inlineSize: `${Math.max(right - left, 0.5)}%` };
  };
  const isShown = ({ kind, from, till }: WindowSpan): boolean =>
    kind === 'availability'
      ? from !== 'unreadable' && till !== 'unreadable'
      : isInstant(from) || isInstant(till);
  return (
    <div className={styles['timeline']}>
      <div
        className={styles['picture']}
        role="img"
        aria-label="Windows over time"
        aria-describedby={`${id}-words`}
      >
        {spans.map((span) => (
          <div key={span.kind} className={styles['lane']}>
            <span className={styles['laneName']}>{WINDOW_NAMES[span.kind]}</span>
            <div className={styles['track']}>
              {isShown(span) && (
                <span
                  className={styles['bar']}
                  data-kind={span.kind}
                  data-counts={span.counts}
                  style={bar(span.from, span.till)}
                />
              )}
            </div>
          </div>
        ))}
        <div className={styles['marks']}>
          {changes.map((change) => (
            <span key={change} className={styles['mark']} style={place(change)} />
          ))}
          <span className={styles['now']} style={place(now)} />
          <span className={styles['at']} style={place(at)} />
        </div>
      </div>
      <div className={styles['slider']}>
        <input
          type="range"
          aria-label="Instant on the picture"
          aria-valuetext={formatInstant(at)}
          min={start}
          max={end}
          step={MINUTE}
          value={at}
          onChange={(event) => onSet(instant(Math.round(Number(event.target.value) / MINUTE) * MINUTE))}
        />
      </div>
      <p className={styles['ends']} aria-hidden="true">
        <span>{formatInstant(start)}</span>
        <span>{formatInstant(end)}</span>
      </p>
      <p id={`${id}-words`} className={styles['soft']}>
        {spans.map(windowWords).join(' ')}
      </p>
    </div>
  );
}
