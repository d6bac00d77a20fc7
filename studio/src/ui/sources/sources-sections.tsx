import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, useId } from 'react';
import type {
  Feed,
  ImportedFeed,
  ImportCounts,
  ImportLine,
  ImportLineKind,
  ImportReport,
} from '../../domain/sources.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { saveFile } from 'audio-streaming-components/save-file';
import { type AttemptFailure, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import { DataTable } from '../components/data-table.tsx';
import { TextInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import { ConfirmDialog, NotLoaded, Problem, StudioForm, Badge } from '../components/parts.tsx';
import { useStudio } from '../services.ts';
import { Section } from '../shell/shell.tsx';
import shared from '../components/components.module.css';
import styles from './sources.module.css';

function AddFeed() {
  const { manageFeeds } = useStudio();
  const [url, setUrl] = useState('');
  const adding = useAttempt<void, AttemptFailure>(() => setUrl(''));
  return (
    <StudioForm
      label="Add a feed"
      className={styles['add']}
      submitLabel={adding.isPending ? 'Reading the feed …' : 'Add feed'}
      isBusy={adding.isPending}
      onSubmit={() => void adding.attempt(() => manageFeeds.add(url))}
      more={
        <p className={shared['soft']}>
          If the host asks for a name and a password: https://name:password@example.org/feed.xml
        </p>
      }
    >
      <TextInput
        label="Address of a feed"
        placeholder="https://example.org/feed.xml"
        value={url}
        error={adding.failure?.message}
        onType={setUrl}
      />
    </StudioForm>
  );
}

const OUTCOMES: Readonly<Record<ImportedFeed['outcome'], string>> = {
  added: 'Added',
  known: 'There already',
  failed: 'Not added',
};

/** Podcasts from and to other programs, with what became of each (STU-46). */
const OpmlFiles = observer(function OpmlFiles() {
  const { feeds, manageFeeds } = useStudio();
  const input = useRef<HTMLInputElement>(null);
  const { imported, total, isImporting } = feeds;
  const save = async () => {
    const opml = await manageFeeds.exportOpml();
    if (opml !== null) saveFile('podcasts.opml', 'text/x-opml', opml);
  };
  return (
    <>
      <div className={shared['buttons']}>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="OPML file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void manageFeeds.importOpml(file);
            currentTarget.value = '';
          }}
        />
        <Button aria-disabled={isImporting} onClick={() => !isImporting && input.current?.click()}>
          Import OPML
        </Button>
        {feeds.feeds !== null && feeds.feeds.length > 0 && (
          <Button onClick={() => void save()}>Export OPML</Button>
        )}
      </div>
      {total !== null && (
        <div className={styles['reports']} role="group" aria-label="Imported podcasts">
          <div className={styles['report']}>
            <p role="status" className={styles['strong']}>
              {`${imported.length} of ${total} podcasts`}
              {isImporting && '. Keep this page open.'}
            </p>
            <ul className={styles['lines']}>
              {imported.map((feed, at) => (
                // Lines are only added at the end.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at}>
                  {OUTCOMES[feed.outcome]}: <bdi>{feed.title}</bdi>{' '}
                  {feed.outcome === 'failed' && <span className={shared['error']}>{feed.reason}</span>}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  );
});

type FeedActionsProps = { readonly feed: Feed; readonly onRemove: () => void };

const FeedActions = observer(function FeedActions({ feed, onRemove }: FeedActionsProps) {
  const { feeds, manageFeeds } = useStudio();
  const isBusy = feeds.busy.has(feed.id);
  return (
    <>
      <Button
        look="quiet"
        aria-disabled={isBusy}
        aria-label={`Refresh ${feed.title}`}
        onClick={() => !isBusy && void manageFeeds.refresh(feed)}
      >
        {isBusy ? 'Reading …' : 'Refresh'}
      </Button>
      <Button look="quiet" aria-label={`Remove ${feed.title}`} onClick={onRemove}>
        Remove
      </Button>
    </>
  );
});

const Content = observer(function Content() {
  const { feeds, manageFeeds } = useStudio();
  const [removed, setRemoved] = useState<Feed | null>(null);
  if (feeds.feeds === null) {
    return <NotLoaded failure={feeds.failure} height="8rem" onRetry={() => void manageFeeds.load()} />;
  }
  return (
    <>
      <Problem message={feeds.failure} />
      {feeds.feeds.length === 0 ? (
        <p className={shared['soft']}>No podcasts yet. Add the address of a feed above.</p>
      ) : (
        <DataTable<Feed>
          label="Feeds"
          rows={feeds.feeds}
          keyOf={({ id }) => id}
          columns={[
            {
              heading: 'Podcast',
              cell: ({ title, url, error }) => (
                <>
                  <bdi>{title}</bdi>
                  <small>{url}</small>
                  {error !== null && <span className={shared['error']}>{error}</span>}
                </>
              ),
            },
            { heading: 'Episodes', cell: ({ episodes }) => episodes.toLocaleString('en-US') },
            {
              heading: 'Read',
              cell: ({ fetchedAt }) => (fetchedAt === null ? 'Never' : formatInstant(fetchedAt)),
            },
            { heading: 'Next', cell: ({ nextAt }) => nextAt !== null && formatInstant(nextAt) },
            {
              heading: 'Actions',
              look: 'actions',
              cell: (feed) => <FeedActions feed={feed} onRemove={() => setRemoved(feed)} />,
            },
          ]}
        />
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        title="Remove this podcast?"
        confirm="Remove"
        onConfirm={() => removed !== null && void manageFeeds.remove(removed)}
        onClose={() => setRemoved(null)}
      >
        “<bdi>{removed?.title}</bdi>” and its episodes disappear from the catalogue.
      </ConfirmDialog>
    </>
  );
});

export function FeedsSection() {
  const { manageFeeds } = useStudio();
  useEffect(() => {
    void manageFeeds.load();
  }, [manageFeeds]);
  return (
    <Section id="feeds" title="Feeds">
      <AddFeed />
      <OpmlFiles />
      <Content />
    </Section>
  );
}

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

const ImportsContent = observer(function ImportsContent() {
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
      <ImportsContent />
    </Section>
  );
});
