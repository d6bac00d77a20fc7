import { type CSSProperties, useId, useState } from 'react';
import type { ContentItem } from '../../../../src/domain/catalogue/content.ts';
import {
  previewAt,
  previewChanges,
  type WindowSpan,
  windowSpans,
  type Viewer,
  type ViewerPreview,
} from '../../domain/preview.ts';
import type { TitleState } from '../../domain/title.ts';
import { type Bound, instant, type Instant, isInstant } from '../../../../src/domain/time.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { InstantInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import { priceWords } from '../components/price.ts';
import { formatNames, isEnglish } from 'audio-streaming-translations/formats';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { useStudio } from '../services.ts';
import { isListenFree } from '../../../../src/domain/entitlement/play-decision.ts';
import styles from './preview.module.css';

const VIEWER_NAMES: { readonly [Name in Viewer]: string } = {
  visitor: message('Visitor'),
  'free-listener': message('Free listener'),
  member: message('Member'),
  buyer: message('Buyer'),
};

const WINDOW_NAMES: { readonly [Name in WindowSpan['kind']]: string } = {
  availability: message('Available'),
  'listen-free': message('Free to listen'),
  discount: message('Discount'),
};

/** What the tile shows. */
function tileWords(preview: ViewerPreview, item: ContentItem): string {
  if (!preview.isListed) return t('Not shown');
  const marks = [
    preview.isLocked && t('Locked'),
    preview.isOnSale && t('Sale, {price}', { price: priceWords(item.discount.price) }),
    preview.isIncludedWithMembership && t('Included with membership'),
  ].filter((mark) => mark !== false);
  return marks.length === 0 ? t('No mark') : formatNames(marks);
}

/** What Play does. */
const playWords = ({ decision: { kind } }: ViewerPreview): string =>
  kind === 'play' ? t('Plays') : t(kind === 'offer' ? 'Offers membership' : 'Nothing');

/** Who may hear it may read it (TEXT-8, STU-55). */
const readWords = ({ decision: { kind } }: ViewerPreview): string => t(kind === 'play' ? 'Reads' : 'Nothing');

const timeWords = (bound: Bound): string => (isInstant(bound) ? formatInstant(bound) : '');

/** Why Play does that. */
function whyWords({ decision }: ViewerPreview, item: ContentItem, state: TitleState, now: Instant): string {
  switch (decision.reason) {
    case 'purchased':
      return t('Whoever has bought it plays it at any time.');
    case 'subscribed':
      return t('The membership includes it.');
    case 'free-listen': {
      const isByWindow = !item.hasListenFreeContent && !item.listenFree && isListenFree(item, now);
      return isByWindow
        ? t('Free until {moment}.', { moment: timeWords(item.listenFreeWindow.till) })
        : t('Free to listen at any time.');
    }
    case 'membership-needed':
      return t('It is not free now, and not bought.');
    case 'not-yet':
      return t('Available from {moment}.', { moment: timeWords(item.validity.from) });
    case 'no-longer':
      return t('Its availability ended {moment}.', { moment: timeWords(item.validity.till) });
    case 'unreadable-window':
      return t('A date of its availability cannot be read.');
    case 'session-needed':
      return t('Visitors have to sign in first.');
    case 'not-published':
      return t(state === 'missing' ? 'Its files are missing.' : 'It is hidden.');
  }
}

/** A window in one sentence. */
function windowWords({ kind, from, till, counts }: WindowSpan): string {
  const window = t(WINDOW_NAMES[kind]);
  if (from === 'unreadable' || till === 'unreadable')
    return t('{window}: a date cannot be read.', { window });
  if (from === 'absent' && till === 'absent')
    return t(kind === 'availability' ? '{window}: always.' : '{window}: no window.', { window });
  return t(
    '{ends, select, both {{window} from {from} until {till}} from {{window} from {from}} other {{window} until {till}}}{counts, select, yes {.} other {: not used, because it is incomplete.}}',
    {
      window,
      ends: isInstant(from) && isInstant(till) ? 'both' : isInstant(from) ? 'from' : 'till',
      from: timeWords(from),
      till: timeWords(till),
      counts: counts ? 'yes' : 'no',
    },
  );
}

/** What changes for one viewer. */
function changeOf(before: ViewerPreview, after: ViewerPreview, item: ContentItem): string | null {
  const viewer = t(VIEWER_NAMES[after.viewer]);
  if (playWords(before) !== playWords(after))
    return t(
      '{play, select, play {{viewer}: plays} offer {{viewer}: is offered a membership} other {{viewer}: plays nothing}}',
      { viewer, play: after.decision.kind },
    );
  const shown = tileWords(after, item);
  if (shown === tileWords(before, item)) return null;
  // Other languages quote the words of the tile, which may begin with a capital letter there.
  return t('{viewer}: tile shows {marks}', { viewer, marks: isEnglish() ? shown.toLowerCase() : shown });
}

/** What changes at an instant, by comparing the rows before and after it. */
function changeWords(
  before: readonly ViewerPreview[],
  after: readonly ViewerPreview[],
  item: ContentItem,
): string {
  const changes = after.flatMap((row) => {
    const earlier = before.find(({ viewer }) => viewer === row.viewer);
    return earlier === undefined ? [] : (changeOf(earlier, row, item) ?? []);
  });
  if (changes.length === 0) return t('Only the reason changes.');
  // Translators: two or more changes of one moment.
  const list = changes.reduce((first, second) => t('{first}; {second}', { first, second }));
  // Translators: the end of a list of changes.
  return t('{changes}.', { changes: list });
}

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
        <InstantInput label={t('Instant')} value={at} onSet={(value) => setAt(value ?? now)} />
        <div className={styles['steps']}>
          <Button
            aria-disabled={earlier === undefined}
            onClick={() => earlier !== undefined && setAt(earlier)}
          >
            {t('Previous change')}
          </Button>
          <Button onClick={() => setAt(now)}>{t({ text: 'Now', context: 'instant' })}</Button>
          <Button aria-disabled={later === undefined} onClick={() => later !== undefined && setAt(later)}>
            {t('Next change')}
          </Button>
        </div>
      </div>
      <Timeline {...timeline} spans={spans} changes={changes} now={now} at={at} onSet={setAt} />
      <h3 id={titleId}>{formatInstant(at)}</h3>
      {/* Keys scroll it where the window is narrow. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroller']} role="group" aria-labelledby={titleId} tabIndex={0}>
        <table className={styles['table']} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">{t('Who')}</th>
              <th scope="col">{t('Tile')}</th>
              <th scope="col">{t({ text: 'Play', context: 'what Play does' })}</th>
              {hasTranscript && <th scope="col">{t('Transcript')}</th>}
              <th scope="col">{t('Why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              // The words of a row name other rows too: a free listener is offered a membership.
              <tr key={row.viewer} aria-labelledby={`${titleId}-${row.viewer}`}>
                <th scope="row" id={`${titleId}-${row.viewer}`}>
                  {t(VIEWER_NAMES[row.viewer])}
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
      <h3>{t('Changes over time')}</h3>
      {changes.length === 0 ? (
        <p className={styles['soft']}>
          {t(
            isPublished ? 'Nothing changes over time.' : 'Nothing changes while the title is not published.',
          )}
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
  const styleAt = (time: number): CSSProperties => ({ insetInlineStart: `${share(time)}%` });
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
        aria-label={t('Windows over time')}
        aria-describedby={`${id}-words`}
      >
        {spans.map((span) => (
          <div key={span.kind} className={styles['lane']}>
            <span className={styles['laneName']}>{t(WINDOW_NAMES[span.kind])}</span>
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
            <span key={change} className={styles['mark']} style={styleAt(change)} />
          ))}
          <span className={styles['now']} style={styleAt(now)} />
          <span className={styles['at']} style={styleAt(at)} />
        </div>
      </div>
      <div className={styles['slider']}>
        <input
          type="range"
          aria-label={t('Instant on the picture')}
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
