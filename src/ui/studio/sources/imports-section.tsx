import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import type {
  ImportCounts,
  ImportLine,
  ImportLineKind,
  ImportReport,
} from '../../../domain/studio/sources.ts';
import { Button } from '../../components/controls/button.tsx';
import { Badge, NotLoaded, Problem } from '../components/parts.tsx';
import { formatInstant } from '../components/instants.ts';
import shared from '../components/components.module.css';
import { useStudio } from '../services.ts';
import { Section } from '../shell/studio-page.tsx';
import styles from './sources.module.css';

const KINDS: readonly (readonly [ImportLineKind, string])[] = [
  ['refused', 'refused'],
  ['missing', 'missing'],
  ['added', 'added'],
  ['changed', 'changed'],
  ['returned', 'returned'],
  ['notes', 'notes'],
];

/** `3 added, 1 changed`. */
function countWords(counts: ImportCounts): string {
  const words = KINDS.filter(([kind]) => counts[kind] > 0).map(([kind, word]) => `${counts[kind]} ${word}`);
  return words.length === 0 ? 'Nothing has changed' : words.join(', ');
}

/** The lines of a report, by kind. */
function Lines({ lines }: { readonly lines: readonly ImportLine[] }) {
  if (lines.length === 0) return <p className={shared['soft']}>The report has no lines.</p>;
  return KINDS.map(([kind, word]) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    if (ofKind.length === 0) return null;
    return (
      <div key={kind} className={styles['lines']}>
        <h4>
          {ofKind.length} {word}
        </h4>
        <ul>
          {ofKind.map(({ path, title, reason }) => (
            <li key={`${path} ${title} ${reason}`}>
              <bdi>{title ?? path}</bdi>
              {title !== null && path !== null && <small> {path}</small>}
              {reason !== null && <span className={shared['soft']}> {reason}</span>}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

const Report = observer(function Report({ report }: { readonly report: ImportReport }) {
  const { imports, followImports } = useStudio();
  const id = useId();
  const { outcome, folder, progress, counts, startedAt, message } = report;
  const lines = imports.lines.get(report.id);
  const isOpen = lines !== undefined;
  return (
    <li className={styles['report']} aria-labelledby={id}>
      <div className={styles['line']}>
        <div className={styles['words']}>
          <p id={id} className={styles['strong']}>
            <bdi>{folder}</bdi>
          </p>
          <p className={shared['soft']}>
            {startedAt !== null && `${formatInstant(startedAt)} · `}
            {outcome !== 'failed' && countWords(counts)}
          </p>
          {message !== null && <p className={shared['error']}>{message}</p>}
        </div>
        {outcome === 'running' && <Badge look="accent">Running</Badge>}
        {outcome === 'done' && <Badge look="good">Done</Badge>}
        {outcome === 'failed' && <Badge look="danger">Failed</Badge>}
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} the report of ${folder}`}
          onClick={() => void followImports.toggleLines(report.id)}
        >
          {isOpen ? 'Close' : 'Report'}
        </Button>
      </div>
      {outcome === 'running' && (
        <div className={styles['progress']}>
          <progress
            aria-label={`Progress of ${folder}`}
            {...(progress !== null && { value: progress.read, max: Math.max(progress.total, 1) })}
          />
          {progress !== null && (
            <span className={shared['soft']}>
              {progress.read.toLocaleString('en-US')} of {progress.total.toLocaleString('en-US')} files
            </span>
          )}
        </div>
      )}
      {lines === null && <p className={shared['soft']}>Loading the report …</p>}
      {lines !== undefined && lines !== null && <Lines lines={lines} />}
    </li>
  );
});

const Content = observer(function Content() {
  const { imports, followImports } = useStudio();
  const { folders, failure } = imports;
  if (folders === null) {
    return <NotLoaded failure={failure} height="8rem" onRetry={() => void followImports.follow()} />;
  }
  return (
    <>
      <Problem message={failure} />
      <ul className={styles['folders']} aria-label="Folders">
        {folders.map(({ path, kind }) => (
          <li key={path}>
            <bdi>{path}</bdi> <Badge look="plain">{kind === 'uploads' ? 'Uploads' : 'Library'}</Badge>
          </li>
        ))}
      </ul>
      {imports.imports.length === 0 ? (
        <p className={shared['soft']}>No import has changed anything yet.</p>
      ) : (
        <ul className={styles['reports']} aria-label="Last imports">
          {imports.imports.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </ul>
      )}
    </>
  );
});

/** The folders, the running import, and the last reports. */
export const ImportsSection = observer(function ImportsSection() {
  const { imports, followImports } = useStudio();
  useEffect(() => {
    void followImports.follow();
    return () => followImports.stop();
  }, [followImports]);
  const isBusy = imports.isStarting || imports.isRunning;
  return (
    <Section
      id="imports"
      title="Imports"
      actions={
        <Button aria-disabled={isBusy} onClick={() => !isBusy && void followImports.importNow()}>
          Import now
        </Button>
      }
    >
      <Content />
    </Section>
  );
});
