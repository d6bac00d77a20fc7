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
import { Sentence } from 'audio-streaming-components/sentence';
import { formatNames, formatNumber } from 'audio-streaming-translations/formats';
import { message, type Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
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
      label={t('Add a feed')}
      className={styles['add']}
      submitLabel={t(adding.isPending ? 'Reading the feed …' : 'Add feed')}
      isBusy={adding.isPending}
      onSubmit={() => void adding.attempt(() => manageFeeds.add(url))}
      more={
        <p className={shared['soft']}>
          {t('If the host asks for a name and a password: {example}', {
            example: 'https://name:password@example.org/feed.xml',
          })}
        </p>
      }
    >
      <TextInput
        label={t('Address of a feed')}
        placeholder="https://example.org/feed.xml"
        value={url}
        error={adding.failure?.message}
        onType={setUrl}
      />
    </StudioForm>
  );
}

const OUTCOMES: Readonly<Record<ImportedFeed['outcome'], Message>> = {
  added: message('Added'),
  known: message('There already'),
  failed: message('Not added'),
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
          aria-label={t('OPML file')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void manageFeeds.importOpml(file);
            currentTarget.value = '';
          }}
        />
        <Button aria-disabled={isImporting} onClick={() => !isImporting && input.current?.click()}>
          {t('Import OPML')}
        </Button>
        {feeds.feeds !== null && feeds.feeds.length > 0 && (
          <Button onClick={() => void save()}>{t('Export OPML')}</Button>
        )}
      </div>
      {total !== null && (
        <div className={styles['reports']} role="group" aria-label={t('Imported podcasts')}>
          <div className={styles['report']}>
            <p role="status" className={styles['strong']}>
              {t(
                isImporting
                  ? '{count} of {total} podcasts. Keep this page open.'
                  : '{count} of {total} podcasts',
                { count: imported.length, total },
              )}
            </p>
            <ul className={styles['lines']}>
              {imported.map((feed, at) => (
                // Lines are only added at the end.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at}>
                  <Sentence
                    text="{outcome}: {title}"
                    values={{ outcome: t(OUTCOMES[feed.outcome]), title: <bdi>{feed.title}</bdi> }}
                  />{' '}
                  {feed.outcome === 'failed' && feed.reason !== null && (
                    <span className={shared['error']}>{t(feed.reason)}</span>
                  )}
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
        aria-label={t('Refresh {title}', { title: feed.title })}
        onClick={() => !isBusy && void manageFeeds.refresh(feed)}
      >
        {t(isBusy ? 'Reading …' : 'Refresh')}
      </Button>
      <Button look="quiet" aria-label={t('Remove {title}', { title: feed.title })} onClick={onRemove}>
        {t('Remove')}
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
        <p className={shared['soft']}>{t('No podcasts yet. Add the address of a feed above.')}</p>
      ) : (
        <DataTable<Feed>
          label={t('Feeds')}
          rows={feeds.feeds}
          keyOf={({ id }) => id}
          columns={[
            {
              heading: t('Podcast'),
              cell: ({ title, url, error }) => (
                <>
                  <bdi>{title}</bdi>
                  <small>{url}</small>
                  {error !== null && <span className={shared['error']}>{t(error)}</span>}
                </>
              ),
            },
            { heading: t('Episodes'), cell: ({ episodes }) => formatNumber(episodes) },
            {
              // Translators: the heading of a column: when a feed was read.
              heading: t({ text: 'Read', context: 'feed' }),
              cell: ({ fetchedAt }) => (fetchedAt === null ? t('Never') : formatInstant(fetchedAt)),
            },
            {
              heading: t({ text: 'Next', context: 'feed' }),
              cell: ({ nextAt }) => nextAt !== null && formatInstant(nextAt),
            },
            {
              heading: t('Actions'),
              look: 'actions',
              cell: (feed) => <FeedActions feed={feed} onRemove={() => setRemoved(feed)} />,
            },
          ]}
        />
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('Remove this podcast?')}
        confirm={t('Remove')}
        onConfirm={() => removed !== null && void manageFeeds.remove(removed)}
        onClose={() => setRemoved(null)}
      >
        <Sentence
          text="“{title}” and its episodes disappear from the catalogue."
          values={{ title: <bdi>{removed?.title}</bdi> }}
        />
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
    <Section id="feeds" title={t('Feeds')}>
      <AddFeed />
      <OpmlFiles />
      <Content />
    </Section>
  );
}

const KINDS: readonly (readonly [ImportLineKind, Message])[] = [
  ['refused', message('{count, plural, one {# refused} other {# refused}}')],
  ['missing', message('{count, plural, one {# missing} other {# missing}}')],
  ['added', message('{count, plural, one {# added} other {# added}}')],
  ['changed', message('{count, plural, one {# changed} other {# changed}}')],
  ['returned', message('{count, plural, one {# returned} other {# returned}}')],
  ['notes', message('{count, plural, one {# notes} other {# notes}}')],
];

/** `3 added, 1 changed`. */
function countWords(counts: ImportCounts): string {
  const words = KINDS.filter(([kind]) => counts[kind] > 0).map(([kind, word]) =>
    t(word, { count: counts[kind] }),
  );
  return words.length === 0 ? t('Nothing has changed') : formatNames(words);
}

/** The lines of a report, by kind. */
function Lines({ lines }: { readonly lines: readonly ImportLine[] }) {
  if (lines.length === 0) return <p className={shared['soft']}>{t('The report has no lines.')}</p>;
  return KINDS.map(([kind, word]) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    if (ofKind.length === 0) return null;
    return (
      <div key={kind} className={styles['lines']}>
        <h3>{t(word, { count: ofKind.length })}</h3>
        <ul>
          {ofKind.map(({ path, title, reason }) => (
            <li key={JSON.stringify([path, title, reason])}>
              <bdi>{title ?? path}</bdi>
              {title !== null && path !== null && <small> {path}</small>}
              {reason !== null && <span className={shared['soft']}> {t(reason)}</span>}
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
  const { outcome, folder, progress, counts, startedAt, message: problem } = report;
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
          {problem !== null && <p className={shared['error']}>{t(problem)}</p>}
        </div>
        {outcome === 'running' && <Badge look="accent">{t('Running')}</Badge>}
        {outcome === 'done' && <Badge look="good">{t({ text: 'Done', context: 'import' })}</Badge>}
        {outcome === 'failed' && <Badge look="danger">{t('Failed')}</Badge>}
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'Close the report of {folder}' : 'Open the report of {folder}', { folder })}
          onClick={() => void followImports.toggleLines(report.id)}
        >
          {t(isOpen ? 'Close' : 'Report')}
        </Button>
      </div>
      {outcome === 'running' && (
        <div className={styles['progress']}>
          <progress
            aria-label={t('Progress of {name}', { name: folder })}
            {...(progress !== null && { value: progress.read, max: Math.max(progress.total, 1) })}
          />
          {progress !== null && (
            <span className={shared['soft']}>
              {t('{count} of {total, plural, one {# file} other {# files}}', {
                count: progress.read,
                total: progress.total,
              })}
            </span>
          )}
        </div>
      )}
      {lines === null && <p className={shared['soft']}>{t('Loading the report …')}</p>}
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
      <ul className={styles['folders']} aria-label={t('Folders')}>
        {folders.map(({ path, kind }) => (
          <li key={path}>
            <bdi>{path}</bdi> <Badge look="plain">{t(kind === 'uploads' ? 'Uploads' : 'Library')}</Badge>
          </li>
        ))}
      </ul>
      {imports.imports.length === 0 ? (
        <p className={shared['soft']}>{t('No import has changed anything yet.')}</p>
      ) : (
        <ul className={styles['reports']} aria-label={t('Last imports')}>
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
      title={t('Imports')}
      actions={
        <Button aria-disabled={isBusy} onClick={() => !isBusy && void followImports.importNow()}>
          {t('Import now')}
        </Button>
      }
    >
      <ImportsContent />
    </Section>
  );
});
