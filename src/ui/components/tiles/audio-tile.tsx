import { observer } from 'mobx-react-lite';
import { memo, use, useId } from 'react';
import { Heart } from 'lucide-react';
import { type ContentItem, formatRunTime } from '../../../domain/catalogue/content.ts';
import { seriesWords } from '../../../domain/catalogue/series-words.ts';
import {
  resultContentId,
  tileContentId,
  isOnSale,
  knownDecision,
} from '../../../domain/entitlement/play-decision.ts';
import { classNames } from 'audio-streaming-components/class-names';
import { PageFrameContext } from 'audio-streaming-components/layout/page-frame';
import { Cover, EmptyCover } from '../cover/cover.tsx';
import { Names } from './names.tsx';
import { FinishControl, finishOf } from './finish-control.tsx';
import { PercentBar, percentOf, leftInWords, progressOf } from './listened-bar.tsx';
import { controlOf, PlayButton, usePreload } from './play-control.tsx';
import { isOnSaleNow, Sale } from './sale-badge.tsx';
import { ResultsContext, TileLink } from './tile-link.tsx';
import { TileDetailContext } from '../tile-detail.ts';
import { useTimeOf } from '../use-moving-time.ts';
import { useOutcome } from '../use-outcome.ts';
import type { Services } from '../../services.ts';
import { BuyLink } from '../controls/buy-link.tsx';
import { entitlementNote, typeLabel } from './tile-words.ts';
import cut from './cut-names.module.css';
import styles from './tiles.module.css';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';
import { priceInWords } from '../price.ts';

type AudioTileProps = {
  readonly item: ContentItem;
  /** Set for the first visible tiles: their cover is fetched at once. */
  readonly isFirst?: boolean;
  /** One level below the heading above the tile. */
  readonly headingLevel?: 2 | 3;
  /** False if the page already names the series. */
  readonly showsSeries?: boolean;
};

/** One element for all placeholders: React does not render it again for another title. */
const EMPTY_COVER = <EmptyCover />;

/** What changes on the cover of a tile. One rule for all of it: a full tile costs two observers, a placeholder none. */
const coverPartsOf = (item: ContentItem, services: Services) => ({
  isSaved: services.favorites.isFavorite(item),
  percent: percentOf(item, services),
  isOnSale: isOnSaleNow(item, services),
  finish: finishOf(item, services),
  control: controlOf(item, services),
});

type CoverPartsProps = { readonly item: ContentItem };

const CoverParts = observer(function CoverParts({ item }: CoverPartsProps) {
  const { isSaved, percent, isOnSale, finish, control } = useOutcome(coverPartsOf, item);
  return (
    <>
      {isSaved && <SavedMark />}
      <PercentBar percent={percent} />
      <div className={styles['foot']}>
        {isOnSale && <Sale />}
        {finish !== null && <FinishControl item={item} {...finish} />}
        <PlayButton item={item} {...control} />
      </div>
    </>
  );
});

/** A title as a tile. */
export const AudioTile = memo(function AudioTile({
  item,
  isFirst = false,
  headingLevel = 3,
  showsSeries = true,
}: AudioTileProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const series = showsSeries ? item.series[0] : undefined;
  const titleId = useId();
  const results = use(ResultsContext);
  const why = results?.whyOf(item) ?? null;
  const { showContent } = use(PageFrameContext);
  const isFull = use(TileDetailContext) !== 'placeholder';
  useTimeOf(item);
  return (
    <article {...usePreload(item)} ref={showContent} className={styles['tile']} aria-labelledby={titleId}>
      <div className={styles['art']}>
        {isFull ? (
          <>
            <Cover address={item.imageUrl} isFirst={isFirst} />
            <CoverParts item={item} />
          </>
        ) : (
          EMPTY_COVER
        )}
      </div>
      <div className={styles['words']} data-result={results === null ? undefined : ''}>
        <Heading className={classNames(styles['title'], cut['lines'])}>
          <TileLink
            id={titleId}
            className={styles['link']}
            audioId={results === null ? tileContentId(item) : resultContentId(item)}
            title={item.title}
          />
        </Heading>
        {isFull && (item.authors.length > 0 || series !== undefined) && (
          <p className={classNames(styles['authors'], cut['line'])}>
            <Names of={item.authors} />
            {item.authors.length > 0 && series !== undefined && ' · '}
            {series !== undefined && <bdi>{t(seriesWords(series))}</bdi>}
          </p>
        )}
        {isFull && <TileNote item={item} />}
        {isFull && why !== null && (
          <p className={styles['why']}>
            <bdi>{why}</bdi>
          </p>
        )}
      </div>
    </article>
  );
});

/** Shows that the listener has saved the item, on all its tiles at once. */
function SavedMark() {
  return (
    <span className={styles['mark']}>
      <Heart role="img" aria-label={t('In your favorites')} />
    </span>
  );
}

/** The last line of a tile, and whether it names the remaining time or a price. */
type Note = { readonly text: string; readonly isContinuation?: true; readonly isPrice?: true };

type TileNoteProps = { readonly item: ContentItem };

/** The remaining time of a started title; null if there is none. */
const continuation = (item: ContentItem, { finished, player }: Services): Note | null => {
  const progress = progressOf(item, player, finished);
  if (progress === null) return null;
  if (progress.kind === 'finished') return { text: t('Finished') };
  return { text: leftInWords(progress.left), isContinuation: true };
};

const noteOf = (item: ContentItem, services: Services): Note => {
  const { time, user } = services;
  if (isOnSale(item, user.listener, time.now)) {
    // Translators: below a small cover, before the link “Buy”, at most 16 characters.
    return { text: t('{price} to own', { price: priceInWords(item.discount.price) }), isPrice: true };
  }
  const decision = knownDecision(user.listener, item, time.now);
  const entitlement = decision === null ? null : entitlementNote(decision, item, time.now);
  const runTime = item.runTime === null ? typeLabel(item.type) : formatRunTime(item.runTime);
  // How long a title stays free is always shown. The progress replaces any other reason to play.
  if (decision !== null && (decision.kind !== 'play' || decision.reason === 'free-listen')) {
    return { text: entitlement ?? runTime };
  }
  return continuation(item, services) ?? { text: entitlement ?? runTime };
};

/**
 * The last line of a tile: why it plays or not, its price, or the progress. If none of these applies: its run time,
 * else its type.
 */
const TileNote = observer(function TileNote({ item }: TileNoteProps) {
  const { text, isContinuation, isPrice } = useOutcome(noteOf, item);
  return (
    <p className={styles['note']}>
      {isContinuation === true ? (
        <Sentence
          text="<continue>Continue · </continue>{left}"
          values={{
            continue: (words) => <span className={styles['continue']}>{words}</span>,
            left: text,
          }}
        />
      ) : isPrice === true ? (
        <>
          <span>{text}</span> <BuyLink item={item} className={styles['buy']} />
        </>
      ) : (
        text
      )}
    </p>
  );
});
