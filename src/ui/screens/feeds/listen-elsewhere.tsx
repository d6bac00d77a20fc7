import { Podcast } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FeedSubject } from '../../../domain/feeds/private-feed.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { MakeFeed, useFeeds } from './feed-parts.tsx';
import { t } from 'audio-streaming-translations/translate';

type ListenElsewhereProps = {
  readonly subject: FeedSubject;
  readonly title: string;
  readonly onUse?: () => void;
};

/** A button that makes an address of a title, a series or a collection for other apps (FEED-62). */
export const ListenElsewhere = observer(function ListenElsewhere({
  subject,
  title,
  onUse,
}: ListenElsewhereProps) {
  const state = useFeeds(false);
  const [isOpen, setOpen] = useState(false);
  if (state?.status !== 'loaded') return null;
  return (
    <>
      <Button
        onClick={() => {
          onUse?.();
          setOpen(true);
        }}
      >
        <Podcast aria-hidden="true" size={18} />
        {t('Listen elsewhere')}
      </Button>
      <MakeFeed subjects={[[subject, title]]} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
});
