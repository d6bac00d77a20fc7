import { Link } from '@tanstack/react-router';
import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent } from 'react';
import type { AuthorReference, ContentItem } from '../../../../domain/catalogue/content.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import { buttonClass } from '../../../components/controls/button.tsx';
import { BuyLink } from '../../../components/controls/buy-link.tsx';
import { ShareButton } from '../../../components/controls/share-button.tsx';
import { UpNextMenu } from '../../../components/controls/up-next-menu.tsx';
import { useServices } from '../../../app/services.ts';
import { Lazy } from '../../../components/lazy.tsx';
import { Cover } from '../../../components/cover/cover.tsx';
import { ListenedBar } from '../../../components/progress/listened-bar.tsx';
import { PageHeading } from '../../../components/layout/page-heading.tsx';
import { formatDay } from '../../../components/day.ts';
import { Names } from '../../../components/tiles/names.tsx';
import { SaleBadge } from '../../../components/tiles/sale-badge.tsx';
import { typeLabel } from '../../../components/tiles/type-label.ts';
import { useTimeOf } from '../../../components/use-moving-time.ts';
import { Description } from './description.tsx';
import { Entitlement } from './entitlement.tsx';
import styles from './hero.module.css';
import { ListenedNote } from './listened-note.tsx';
import { LinkedPositionNote } from './linked-position-note.tsx';
import { PdfLink } from './pdf-link.tsx';
import { PlayButton } from './play-button.tsx';
import { useRecordButton } from './title-page.ts';
import { useForgetPosition } from './use-forget-position.ts';
import { SaveButton } from './save-button.tsx';

const importDownloadButton = async () => (await import('../../downloads/download-button.tsx')).DownloadButton;

type HeroProps = { readonly item: ContentItem; readonly position: LinkedPosition | null };

/** The header of a title: its facts and its actions. */
export function Hero({ item, position }: HeroProps) {
  const { player, shareLink, newestTitle, settings } = useServices();
  const record = useRecordButton();
  const forgetPosition = useForgetPosition();
  useTimeOf(item);
  const updatePlayer = useEffectEvent((shown: ContentItem) => {
    if (player.isCurrentAudio(shown)) newestTitle.update(shown);
  });
  useEffect(() => updatePlayer(item), [item]);
  return (
    <header className={styles['hero']}>
      <div className={styles['art']}>
        <Cover address={item.imageUrl} isFirst />
        <div className={styles['badge']}>
          <SaleBadge item={item} />
        </div>
        <ListenedBar item={item} />
      </div>
      <div className={styles['words']}>
        <p className={styles['kind']}>{typeLabel(item.type)}</p>
        <PageHeading
          title={item.title}
          description={`Listen to ${item.title}: what it is about, who reads it, and all of its parts.`}
        />
        {item.authors.length > 0 && <Authors authors={item.authors} />}
        <Facts item={item} />
        <div className={styles['actions']}>
          <PlayButton item={item} position={position} onStarted={forgetPosition} />
          <BuyLink item={item} className={buttonClass()} onUse={() => record('Buy')} />
          <SaveButton item={item} />
          {settings.links.mobileApp === null && <UpNextMenu item={item} track={null} onUse={record} />}
          <Lazy load={importDownloadButton} isNeeded={settings.links.mobileApp === null}>
            {(DownloadButton) => (
              <DownloadButton key={item.id} item={item} onUse={() => record('Download')} />
            )}
          </Lazy>
          {item.pdfUrl !== null && <PdfLink key={item.id} item={item} />}
          <ShareButton
            title={item.title}
            link={() => shareLink.linkTo(window.location.origin, item)}
            onUse={() => record('Share')}
          />
        </div>
        {position !== null && (
          <LinkedPositionNote item={item} position={position} onForget={forgetPosition} />
        )}
        <ListenedNote item={item} />
        <Entitlement item={item} />
        {item.description !== '' && <Description item={item} />}
      </div>
    </header>
  );
}

function Authors({ authors }: { readonly authors: readonly AuthorReference[] }) {
  return (
    <p className={styles['authors']}>
      By{' '}
      <Names of={authors}>
        {(author) => (
          <Link to="/authors/$id" params={{ id: author.id }}>
            {author.name}
          </Link>
        )}
      </Names>
    </p>
  );
}

/** Day of publication, run time, number of chapters, categories and topics, as far as they are known. */
const Facts = observer(function Facts({ item }: Pick<HeroProps, 'item'>) {
  const { time } = useServices();
  const facts = [
    ...(item.publishedAt === null ? [] : [formatDay(item.publishedAt, time.now)]),
    ...(item.runTime === null ? [] : [formatRunTime(item.runTime)]),
    ...(item.chapters.length > 1 ? [`${item.chapters.length} chapters`] : []),
    ...new Set([...item.categories, ...item.topics]),
  ];
  if (facts.length === 0) return null;
  return (
    // Without list markers, some screen readers need the role to announce a list.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className={styles['facts']} role="list">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
});
