import { use, useLayoutEffect, useRef, useState } from 'react';
import { useServices } from '../../app/services.ts';
import errorImage from './cover-missing.svg';
import styles from './cover.module.css';
import { missingCovers } from './missing-covers.ts';
import { useNearView } from './near-view.ts';
import { TileDetailContext } from '../tiles/tile-detail.ts';

/** One transparent pixel, in the image's place until it is wanted (section 2, browse home): nothing is fetched early. */
const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

type CoverShape = 'square' | 'circle' | 'wide';

type CoverProps = {
  /** As the item holds it; null shows the error image. */
  readonly address: string | null;
  readonly shape?: CoverShape;
  /** Among the first that the eye meets: fetched at once, and before others. */
  readonly isFirst?: boolean;
};

/**
 * A picture in a box that keeps its size, so that nothing moves when it comes (section 2, browse home). It is
 * decoration: what it belongs to stands beside it as text.
 */
export function Cover({ address, shape = 'square', isFirst = false }: CoverProps) {
  const { mediaUrl } = useServices();
  const url = mediaUrl(address);
  const weight = use(TileDetailContext);
  const props = { url, shape, isFirst };
  return weight === 'free' ? (
    <ComingPicture key={url} {...props} />
  ) : (
    <WindowedPicture {...props} isLight={weight === 'light'} />
  );
}

type PictureProps = {
  readonly url: string | null;
  readonly shape: CoverShape;
  readonly isFirst: boolean;
};

/** The size that an image keeps whatever comes, and how it comes. */
const imageProps = (shape: CoverShape) =>
  ({
    className: styles['image'],
    width: 300,
    height: shape === 'wide' ? 200 : 300,
    decoding: 'async',
    draggable: false,
  }) as const;

/** Until it has come, an image would show the one before. */
const showOnceThere = (image: HTMLImageElement, source: string): void => {
  image.src = source;
  image.style.visibility = image.complete ? '' : 'hidden';
};

/** Whether an address may have a cover now; in a list that is flung past covers most of which are missing: not yet. */
const isWorthAsking = (url: string, isLight: boolean): boolean =>
  !missingCovers.has(url) && !(isLight && missingCovers.areMost);

/**
 * A picture in a long list, near the view or in it: it is fetched at once, and is there when it is there. A list that
 * is flung changes its pictures so often that a slow machine has no time to make an image for each.
 */
function WindowedPicture({ url, shape, isFirst, isLight }: PictureProps & { readonly isLight: boolean }) {
  const image = useRef<HTMLImageElement>(null);
  const source = url !== null && isWorthAsking(url, isLight) ? url : errorImage;
  useLayoutEffect(() => {
    if (image.current !== null && image.current.getAttribute('src') !== source) {
      showOnceThere(image.current, source);
    }
  }, [source]);
  return (
    <span className={styles['box']} data-shape={shape} data-coming={false}>
      <img
        ref={image}
        {...imageProps(shape)}
        alt=""
        fetchPriority={isFirst ? 'high' : 'auto'}
        onLoad={({ currentTarget }) => {
          currentTarget.style.visibility = '';
          if (url !== null && currentTarget.getAttribute('src') === url) missingCovers.came(url);
        }}
        onError={({ currentTarget }) => {
          const address = currentTarget.getAttribute('src');
          if (address === null || address === errorImage) return;
          missingCovers.failed(address);
          showOnceThere(currentTarget, errorImage);
        }}
      />
    </span>
  );
}

/** A picture that is fetched once it is near the view, and fades in; one of the first is there as soon as it can be. */
function ComingPicture({ url, shape, isFirst }: PictureProps) {
  const [isShown, setShown] = useState(isFirst);
  const [failed, setFailed] = useState(() => url !== null && missingCovers.has(url));
  const [box, isNear] = useNearView<HTMLSpanElement>();
  const isWanted = isFirst || isNear;
  const source = !isWanted ? PLACEHOLDER : url === null || failed ? errorImage : url;
  return (
    <span ref={box} className={styles['box']} data-shape={shape} data-coming={!isShown}>
      <img
        // One image never stands for another while that is on its way.
        key={source}
        {...imageProps(shape)}
        alt=""
        src={source}
        fetchPriority={isFirst ? 'high' : 'auto'}
        onLoad={() => {
          if (!isWanted) return;
          setShown(true);
          if (source === url) missingCovers.came(url);
        }}
        onError={() => {
          if (url !== null) missingCovers.failed(url);
          setFailed(true);
          setShown(true);
        }}
      />
    </span>
  );
}
