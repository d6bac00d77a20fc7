import { useId, type CSSProperties } from 'react';
import type { WindowSpan } from '../../../domain/entitlement/preview.ts';
import { instant, isInstant, type Bound, type Instant } from '../../../domain/time.ts';
import { formatInstant } from '../components/instants.ts';
import styles from './preview.module.css';
import { WINDOW_NAMES, windowWords } from './words.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The part of time that the picture shows. */
type Range = { readonly start: Instant; readonly end: Instant };

/** A range that holds now, the selected instant and every bound, with room at both sides; at least a month. */
export function timelineOf(spans: readonly WindowSpan[], now: Instant, at: Instant): Range {
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
export function Timeline({ start, end, spans, changes, now, at, onSet }: TimelineProps) {
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
