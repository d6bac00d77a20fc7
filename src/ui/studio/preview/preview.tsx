import { useId, useState } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { previewAt, previewChanges, windowSpans } from '../../../domain/entitlement/preview.ts';
import type { TitleState } from '../../../domain/studio/title.ts';
import { instant, type Instant } from '../../../domain/time.ts';
import { Button } from '../../components/controls/button.tsx';
import { InstantInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import { useStudio } from '../services.ts';
import styles from './preview.module.css';
import { Timeline, timelineOf } from './timeline.tsx';
import { changeWords, playWords, tileWords, VIEWER_NAMES, whyWords } from './words.ts';

type PreviewProps = {
  /** The title as it will be when the form is saved. */
  readonly item: ContentItem;
  readonly state: TitleState;
};

/** What each kind of listener sees and may play at an instant, and how that changes over time. */
export function Preview({ item, state }: PreviewProps) {
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
