import { use, useLayoutEffect, useRef, useState } from 'react';
import { useServices } from '../services.ts';
import errorImage from './cover-missing.svg';
import styles from './cover.module.css';
import { useNearView } from './near-view.ts';
import { TileWeightContext } from './tile-weight.ts';

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
  const isWindowed = use(TileWeightContext) !== 'free';
  const props = { url, shape, isFirst };
  return isWindowed ? <WindowedPicture {...props} /> : <ComingPicture key={url} {...props} />;
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

/**
 * A picture in a long list, near the view or in it: it is fetched at once, and is there when it is there. A list that
 * is flung changes its pictures so often that a slow machine has no time to make an image for each.
 */
function WindowedPicture({ url, shape, isFirst }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const source = url ?? errorImage;
  useLayoutEffect(() => {
    if (image.current !== null) showOnceThere(image.current, source);
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
        }}
        onError={({ currentTarget }) => {
          if (currentTarget.getAttribute('src') !== errorImage) showOnceThere(currentTarget, errorImage);
        }}
      />
    </span>
  );
}

/** A picture that is fetched once it is near the view, and fades in; one of the first is there as soon as it can be. */
function ComingPicture({ url, shape, isFirst }: PictureProps) {
  const [isShown, setShown] = useState(isFirst);
  const [failed, setFailed] = useState(false);
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
          if (isWanted) setShown(true);
        }}
        onError={() => {
          setFailed(true);
          setShown(true);
        }}
      />
    </span>
  );
}
