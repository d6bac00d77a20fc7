import { useState } from 'react';
import type { FeedFailure } from '../../../application/feeds/private-feeds.ts';
import { type FeedSubject, LONGEST_FEED_NAME } from '../../../domain/feeds/private-feed.ts';
import { useServices } from '../../app/services.ts';
import { SelectField } from '../../components/controls/select-field.tsx';
import { Form, textOf } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { errorOf, useAttempt } from '../../components/forms/use-attempt.ts';
import { Modal } from '../../components/layout/modal.tsx';
import { FeedAddress } from './feed-address.tsx';
import styles from './feeds.module.css';

type MakeFeedProps = {
  /** What the feed may hold, each with its words. If there are several, the listener chooses. */
  readonly subjects: readonly (readonly [FeedSubject, string])[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** A dialog that makes a private feed, and shows its address once (FEED-61). */
export function MakeFeed({ subjects, isOpen, onClose }: MakeFeedProps) {
  return (
    <Modal isOpen={isOpen} title="Listen in another app" onClose={onClose}>
      <MakeFeedSteps subjects={subjects} onClose={onClose} />
    </Modal>
  );
}

function MakeFeedSteps({ subjects, onClose }: Omit<MakeFeedProps, 'isOpen'>) {
  const { privateFeeds } = useServices();
  const [chosen, setChosen] = useState(0);
  const [url, setUrl] = useState<string | null>(null);
  const making = useAttempt<{ readonly url: string }, FeedFailure>((made) => setUrl(made.url));
  if (url !== null) {
    return <FeedAddress url={url} onClose={onClose} />;
  }
  const subject = subjects[chosen]?.[0];
  const make = (fields: FormData) => {
    if (subject === undefined) return;
    void making.attempt(async () => privateFeeds.make(subject, textOf(fields, 'name')));
  };
  return (
    <>
      <p>
        You get a private address that podcast apps, cars and watches can play. What you may hear here, you
        may hear there.
      </p>
      <Form attempt={making} focus="first" submitLabel="Make address" onSubmit={make} onCancel={onClose}>
        {subjects.length > 1 && (
          <div className={styles['choice']}>
            <SelectField
              label="What it holds"
              value={String(chosen)}
              options={subjects.map(([, words], index) => [String(index), words] as const)}
              onChoose={(value) => setChosen(Number(value))}
            />
          </div>
        )}
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={LONGEST_FEED_NAME}
          hint="Where you will use it, for example “car”. You can revoke it by this name."
          error={errorOf(making.failure, 'name')}
        />
      </Form>
    </>
  );
}
