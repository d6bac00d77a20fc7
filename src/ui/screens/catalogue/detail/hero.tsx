import { linkTo } from '../../../../application/playback/share-link.ts';
import { Check, FileText, Heart, Pause, Pencil, Play, Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useEffectEvent } from 'react';
import {
  type AuthorReference,
  type ContentItem,
  ContentType,
  formatRunTime,
  type NarratorReference,
  type SeriesReference,
} from '../../../../domain/catalogue/content.ts';
import { volumeWords } from '../../../../domain/catalogue/volume-number.ts';
import { isLocked } from '../../../../domain/entitlement/play-decision.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { useServices } from '../../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { BuyLink } from '../../../components/controls/buy-link.tsx';
import { ShareButton } from '../../../components/controls/share-button.tsx';
import { UpNextMenu } from '../../../components/controls/up-next-menu.tsx';
import { Cover } from '../../../components/cover/cover.tsx';
import { formatDay } from 'audio-streaming-components/day';
import { languageName } from 'audio-streaming-components/language-name';
import { PageHeading } from '../../../components/layout/page.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { ListenedBar } from '../../../components/tiles/listened-bar.tsx';
import { Names } from '../../../components/tiles/names.tsx';
import { SaleBadge } from '../../../components/tiles/sale-badge.tsx';
import { typeLabel } from '../../../components/tiles/tile-words.ts';
import { usePreload } from '../../../components/tiles/play-control.tsx';
import { useTimeOf } from '../../../components/use-moving-time.ts';
import { usePdfLink } from '../../../components/use-pdf-link.ts';
import { Description } from './description.tsx';
import { Entitlement, LinkedPositionNote, ListenedNote } from './listener-notes.tsx';
import styles from './detail.module.css';
import { useRecordButton } from './title-page.ts';
import { Link } from '../../../navigation/link.ts';
import { useNavigation } from '../../../navigation/navigation.ts';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';
import { formatDate, formatNames } from 'audio-streaming-translations/formats';

const importListenElsewhere = async () => (await import('../../feeds/listen-elsewhere.tsx')).ListenElsewhere;

/** Parts of a title have no address of their own for other apps (FEED-62). */
const PARTS: ReadonlySet<ContentType> = new Set([ContentType.PODCAST_EPISODE, ContentType.COLLECTION_TRACK]);

const importDownloadButton = async () => (await import('../../downloads/download-button.tsx')).DownloadButton;

type HeroProps = { readonly item: ContentItem; readonly position: LinkedPosition | null };

export function Hero({ item, position }: HeroProps) {
  const { player, newestTitle, settings } = useServices();
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
          description={t('Listen to {title}: what it is about, who reads it, and all of its parts.', {
            title: item.title,
          })}
        />
        {item.series.length > 0 && <InSeries series={item.series} />}
        {item.authors.length > 0 && <Authors authors={item.authors} />}
        {item.narrators.length > 0 && <Narrators narrators={item.narrators} />}
        {item.editions.length > 1 && <Editions item={item} />}
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
            link={() => linkTo(window.location.origin, item, player)}
            onUse={() => record('Share')}
          />
          {!PARTS.has(item.type) && (
            <Lazy load={importListenElsewhere} isNeeded>
              {(ListenElsewhere) => (
                <ListenElsewhere
                  subject={{
                    kind: item.type === ContentType.CURATED_COLLECTION ? 'collection' : 'item',
                    id: item.id,
                  }}
                  title={item.title}
                  onUse={() => record('Listen elsewhere')}
                />
              )}
            </Lazy>
          )}
          <EditLink item={item} />
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
      <Sentence
        text="By {authors}"
        values={{
          authors: (
            <Names of={authors}>
              {(author) => (
                <Link to="/authors/$id" params={{ id: author.id }}>
                  {author.name}
                </Link>
              )}
            </Names>
          ),
        }}
      />
    </p>
  );
}

/** "Book 2 of Tides", as a link to the series (CAT-236). */
function InSeries({ series }: { readonly series: readonly SeriesReference[] }) {
  return (
    <p className={styles['authors']}>
      <Names of={series}>
        {(each) => (
          <Link to="/series/$id" params={{ id: each.id }}>
            {t(volumeWords(each))}
          </Link>
        )}
      </Names>
    </p>
  );
}

function Narrators({ narrators }: { readonly narrators: readonly NarratorReference[] }) {
  return (
    <p className={styles['authors']}>
      <Names of={narrators}>
        {(narrator, index) => (
          <Link to="/narrators/$id" params={{ id: narrator.id }}>
            {index === 0 ? t('Read by {name}', { name: narrator.name }) : narrator.name}
          </Link>
        )}
      </Names>
    </p>
  );
}

/** Lets the listener choose between the editions of a title. Each is bought and heard on its own (CAT-207). */
function Editions({ item }: { readonly item: ContentItem }) {
  return (
    <nav className={styles['editions']} aria-label={t('Editions')}>
      {item.editions.map(({ id, title, narrators, runTime }) => {
        const facts = [
          ...(title === item.title ? [] : [title]),
          ...(narrators.length === 0
            ? []
            : [t('Read by {name}', { name: formatNames(narrators.map(({ name }) => name)) })]),
          ...(runTime === null ? [] : [formatRunTime(runTime)]),
        ];
        return (
          <Link key={id} to="/audios/$id" params={{ id }} className={styles['edition']}>
            <bdi>{facts.length === 0 ? title : facts.join(' · ')}</bdi>
          </Link>
        );
      })}
    </nav>
  );
}

/** The year, the month or the day, as far as it is known. */
const formatPublished = (published: string): string => {
  const [year = '', month, day] = published.split('-');
  if (month === undefined) return year;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return formatDate(date, {
    year: 'numeric',
    month: 'long',
    ...(day !== undefined && { day: 'numeric' }),
    timeZone: 'UTC',
  });
};

/** Day of publication, run time, number of chapters, categories and topics, as far as they are known. */
const Facts = observer(function Facts({ item }: Pick<HeroProps, 'item'>) {
  const { time } = useServices();
  const facts = [
    ...(item.publishedAt === null ? [] : [formatDay(item.publishedAt, time.now)]),
    ...(item.published === null || item.publishedAt !== null ? [] : [formatPublished(item.published)]),
    ...(item.runTime === null ? [] : [formatRunTime(item.runTime)]),
    ...(item.chapters.length > 1
      ? [t('{count, plural, one {# chapter} other {# chapters}}', { count: item.chapters.length })]
      : []),
    ...(item.language === null ? [] : [languageName(item.language)]),
    ...new Set([...item.categories, ...item.topics]),
  ];
  if (facts.length === 0) return null;
  return (
    // Without list markers, some screen readers need the role to announce a list.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className={styles['facts']} role="list">
      {facts.map((fact) => (
        <li key={fact}>
          <bdi>{fact}</bdi>
        </li>
      ))}
    </ul>
  );
});

type PlayButtonProps = {
  readonly item: ContentItem;
  /** The position in the address; null: the resume position is used. */
  readonly position: LinkedPosition | null;
  /** Called when the sound has started at `position`. */
  readonly onStarted: () => void;
};

/** Plays or pauses the title; not shown if the decision is `nothing` (ENT-24). */
const PlayButton = observer(function PlayButton({ item, position, onStarted }: PlayButtonProps) {
  const { player, playAudio, playerControls, time } = useServices();
  const record = useRecordButton();
  const preload = usePreload(item);
  if (isLocked(item, time.now)) return null;
  const isPlaying = position === null && player.isCurrentAudio(item) && player.isPlaying;
  const play = async () => {
    if (position === null) {
      await playerControls.playOrPause(item);
      return;
    }
    const decision = await playAudio.play(item, null, position);
    if (decision?.kind === 'play') onStarted();
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <Button
      {...preload}
      look="primary"
      className={styles['play']}
      aria-label={t(isPlaying ? 'Pause {title}' : 'Play {title}', { title: item.title })}
      aria-busy={player.pendingId === item.id}
      onClick={() => {
        record(isPlaying ? 'Pause' : 'Play');
        void play();
      }}
    >
      <Icon className={styles['icon']} aria-hidden="true" />
      {t(isPlaying ? 'Pause' : 'Play')}
    </Button>
  );
});

type SaveButtonProps = { readonly item: ContentItem };

/** Saves the title, or follows a podcast; pressed once the save has succeeded. */
const SaveButton = observer(function SaveButton({ item }: SaveButtonProps) {
  const { favorites, favoriteToggle } = useServices();
  const record = useRecordButton();
  const isSaved = favorites.isFavorite(item);
  const isPodcast = item.type === ContentType.PODCAST;
  return (
    <Button
      aria-pressed={isSaved}
      aria-busy={favorites.isSaving(item.id)}
      onClick={() => {
        record(isPodcast ? 'Follow' : 'Save');
        void favoriteToggle.toggleTitle(item);
      }}
    >
      {isPodcast ? (
        <FollowIcon isFollowed={isSaved} />
      ) : (
        <Heart aria-hidden="true" size={18} fill={isSaved ? 'currentColor' : 'none'} />
      )}
      {t(isPodcast ? { text: 'Follow', context: 'favorite' } : { text: 'Save', context: 'title' })}
    </Button>
  );
});

/** Leads publishers and owners to the title in the studio, which is another document (STU-56). */
const EditLink = observer(function EditLink({ item }: SaveButtonProps) {
  const { studio } = useServices().user.user;
  if (studio === undefined) return null;
  return (
    <a
      href={`${studio}/titles/${encodeURIComponent(item.id)}`}
      className={buttonClass()}
      aria-label={t('Edit {title}', { title: item.title })}
    >
      <Pencil aria-hidden="true" size={18} />
      {t('Edit')}
    </a>
  );
});

function FollowIcon({ isFollowed }: { readonly isFollowed: boolean }) {
  const Icon = isFollowed ? Check : Plus;
  return <Icon aria-hidden="true" size={18} />;
}

type PdfLinkProps = { readonly item: ContentItem };

/** Opens the PDF of the title in a new tab (CAT-38). */
function PdfLink({ item }: PdfLinkProps) {
  const link = usePdfLink(item);
  const record = useRecordButton();
  if (link === null) return null;
  return (
    <a
      {...link}
      href={link.href}
      className={buttonClass('secondary')}
      onClick={(event) => {
        record('View PDF');
        link.onClick(event);
      }}
    >
      <FileText aria-hidden="true" size={18} />
      {t('View PDF')}
    </a>
  );
}

/** Removes the position from the address, so that a later reload does not use it again (PLAY-47). */
function useForgetPosition(): () => void {
  const navigation = useNavigation();
  return useCallback(() => {
    void navigation.go({ to: '.', search: {}, hash: true, state: { samePage: true }, replace: true });
  }, [navigation]);
}
