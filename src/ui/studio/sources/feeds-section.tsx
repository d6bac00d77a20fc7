import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Feed } from '../../../domain/studio/sources.ts';
import { Button } from '../../components/controls/button.tsx';
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

/** The podcasts that the provider fetches. */
export function FeedsSection() {
  const { manageFeeds } = useStudio();
  useEffect(() => {
    void manageFeeds.load();
  }, [manageFeeds]);
  return (
    <Section id="feeds" title="Feeds">
      <AddFeed />
      <Content />
    </Section>
  );
}
