import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { Feed, ImportedFeed } from '../../../domain/studio/sources.ts';
import { Button } from '../../components/controls/button.tsx';
import { saveFile } from '../../components/save-file.ts';
import { Failure } from '../../components/failure.tsx';
import { Modal } from '../../components/layout/modal.tsx';
import { Skeleton } from '../../components/layout/skeleton.tsx';
import { TextInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import { useStudio } from '../services.ts';
import { Section } from '../shell/studio-page.tsx';
import tableStyles from '../components/table.module.css';
import styles from './sources.module.css';

function AddFeed() {
  const { manageFeeds } = useStudio();
  const [url, setUrl] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const added = await manageFeeds.add(url);
    setBusy(false);
    if (added.ok) setUrl('');
    else setFailure(added.error.message);
  };
  return (
    <form
      noValidate
      className={styles['add']}
      aria-label="Add a feed"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        label="Address of a feed"
        placeholder="https://example.org/feed.xml"
        value={url}
        error={failure ?? undefined}
        onType={setUrl}
      />
      <Button type="submit" look="primary" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Reading the feed …' : 'Add feed'}
      </Button>
      <p className={styles['soft']}>
        If the host asks for a name and a password: https://name:password@example.org/feed.xml
      </p>
    </form>
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
      <div className={styles['buttons']}>
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
                  {feed.outcome === 'failed' && <span className={styles['error']}>{feed.reason}</span>}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  );
});

const FeedRow = observer(function FeedRow({
  feed,
  onRemove,
}: {
  readonly feed: Feed;
  readonly onRemove: () => void;
}) {
  const { feeds, manageFeeds } = useStudio();
  const isBusy = feeds.busy.has(feed.id);
  return (
    <tr>
      <th scope="row">
        <bdi>{feed.title}</bdi>
        <small>{feed.url}</small>
        {feed.error !== null && <span className={styles['error']}>{feed.error}</span>}
      </th>
      <td data-label="Episodes">{feed.episodes.toLocaleString('en-US')}</td>
      <td data-label="Read">{feed.fetchedAt === null ? 'Never' : formatInstant(feed.fetchedAt)}</td>
      <td data-label="Next">{feed.nextAt === null ? '' : formatInstant(feed.nextAt)}</td>
      <td className={tableStyles['actions']}>
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
      </td>
    </tr>
  );
});

const Content = observer(function Content() {
  const { feeds, manageFeeds } = useStudio();
  const [removed, setRemoved] = useState<Feed | null>(null);
  if (feeds.feeds === null) {
    return feeds.failure === null ? (
      <Skeleton width="100%" height="8rem" />
    ) : (
      <Failure message={feeds.failure} onRetry={() => void manageFeeds.load()} />
    );
  }
  return (
    <>
      {feeds.failure !== null && (
        <p role="alert" className={styles['error']}>
          {feeds.failure}
        </p>
      )}
      {feeds.feeds.length === 0 ? (
        <p className={styles['soft']}>No podcasts yet. Add the address of a feed above.</p>
      ) : (
        <table className={tableStyles['table']} aria-label="Feeds">
          <thead>
            <tr>
              <th scope="col">Podcast</th>
              <th scope="col">Episodes</th>
              <th scope="col">Read</th>
              <th scope="col">Next</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {feeds.feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} onRemove={() => setRemoved(feed)} />
            ))}
          </tbody>
        </table>
      )}
      <Modal isOpen={removed !== null} title="Remove this podcast?" onClose={() => setRemoved(null)}>
        <p>
          “<bdi>{removed?.title}</bdi>” and its episodes disappear from the catalogue.
        </p>
        <div className={styles['buttons']}>
          <Button
            look="primary"
            onClick={() => {
              setRemoved(null);
              if (removed !== null) void manageFeeds.remove(removed);
            }}
          >
            Remove
          </Button>
          <Button look="quiet" onClick={() => setRemoved(null)}>
            Cancel
          </Button>
        </div>
      </Modal>
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
