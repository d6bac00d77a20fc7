import { observer } from 'mobx-react-lite';
import { memo, use, useId } from 'react';
import { type ContentItem, seriesWords } from '../../../domain/catalogue/content.ts';
import { tileContentId } from '../../../domain/entitlement/play-decision.ts';
import styles from './tiles.module.css';
import { PageFrameContext } from '../layout/page-frame.ts';
import { Cover, EmptyCover } from '../cover/cover.tsx';
import { Names } from './names.tsx';
import { FinishControl, finishOf } from '../progress/finish-control.tsx';
import { PercentBar, percentOf } from '../progress/listened-bar.tsx';
import { controlOf, PlayButton, usePreload } from './play-control.tsx';
import { SavedMark } from './saved-mark.tsx';
import { TileNote } from './tile-note.tsx';
import { isOnSaleNow, Sale } from './sale-badge.tsx';
import { TileLink } from './tile-link.tsx';
import { TileDetailContext } from './tile-detail.ts';
import { useTimeOf } from '../use-moving-time.ts';
import { useOutcome } from '../use-outcome.ts';
import type { Services } from '../../app/services.ts';

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
  const { showContent } = use(PageFrameContext);
  const isFull = use(TileDetailContext) !== 'placeholder';
  useTimeOf(item);
  return (
    <article
      {...usePreload(item, 'title')}
      ref={showContent}
      className={styles['tile']}
      aria-labelledby={titleId}
    >
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
      <div className={styles['words']}>
        <Heading className={styles['title']}>
          <TileLink
            id={titleId}
            className={styles['link']}
            audioId={tileContentId(item)}
            title={item.title}
          />
        </Heading>
        {isFull && (item.authors.length > 0 || series !== undefined) && (
          <p className={styles['authors']}>
            <Names of={item.authors} />
            {item.authors.length > 0 && series !== undefined && ' · '}
            {series !== undefined && <bdi>{seriesWords(series)}</bdi>}
          </p>
        )}
        {isFull && <TileNote item={item} />}
      </div>
    </article>
  );
});
