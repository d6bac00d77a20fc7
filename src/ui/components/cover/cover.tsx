import { use, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useServices } from '../../app/services.ts';
import errorImage from './cover-missing.svg';
import styles from './cover.module.css';
import { missingCovers } from './missing-covers.ts';
import { useNearView } from './near-view.ts';
import { TileDetailContext } from '../tiles/tile-detail.ts';

/**
 * A transparent image of one pixel, shown until the cover is near the view, so that nothing is fetched early (CAT-45).
 */
const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

type CoverShape = 'square' | 'circle' | 'wide';

type CoverProps = {
  /** The address as the item gives it; null shows the error image. */
  readonly address: string | null;
  readonly shape?: CoverShape;
  /** Set for the first visible covers: they are fetched at once and with priority. */
  readonly isFirst?: boolean;
};

/**
 * A picture in a box of fixed size, so that nothing moves when it loads. It is decorative: the text beside it names the
 * item.
 */
export function Cover({ address, shape = 'square', isFirst = false }: CoverProps) {
  const { mediaUrl } = useServices();
  const url = mediaUrl(address);
  const detail = use(TileDetailContext);
  const props = { url, shape, isFirst };
  return detail === 'free' ? (
    <LazyPicture key={url} {...props} />
  ) : (
    <WindowedPicture {...props} isPlaceholder={detail === 'placeholder'} />
  );
}

type PictureProps = {
  readonly url: string | null;
  readonly shape: CoverShape;
  readonly isFirst: boolean;
};

/** The attributes of an image: a fixed size, and how it loads. */
const imageProps = (shape: CoverShape) =>
  ({
    className: styles['image'],
    width: 300,
    height: shape === 'wide' ? 200 : 300,
    decoding: 'async',
    draggable: false,
  }) as const;

/** Hides the image until it has loaded. Otherwise it would show the previous cover (CAT-47). */
const showOnceLoaded = (image: HTMLImageElement, source: string): void => {
  image.src = source;
  image.style.visibility = image.complete ? '' : 'hidden';
};

/** False if the cover is known to be missing, or while a list scrolls fast past covers of which most are missing. */
const isWorthRequesting = (url: string, isPlaceholder: boolean): boolean =>
  !missingCovers.has(url) && !(isPlaceholder && missingCovers.areMost);

/**
 * A cover in a long list, which is near the view or in it. It is fetched at once and shown without a transition. A fast
 * list replaces its covers so often that creating a new image element for each is too slow.
 */
function WindowedPicture({
  url,
  shape,
  isFirst,
  isPlaceholder,
}: PictureProps & { readonly isPlaceholder: boolean }) {
  const image = useRef<HTMLImageElement>(null);
  /** The address that the image shows or loads. */
  const shown = useRef<string>(null);
  const source = url !== null && isWorthRequesting(url, isPlaceholder) ? url : errorImage;
  const show = (next: string): void => {
    shown.current = next;
    if (image.current !== null) showOnceLoaded(image.current, next);
  };
  const showIfOther = useEffectEvent((next: string) => {
    if (shown.current !== next) show(next);
  });
  useLayoutEffect(() => showIfOther(source), [source]);
  return (
    <span className={styles['box']} data-shape={shape} data-loading={false}>
      <img
        ref={image}
        {...imageProps(shape)}
        alt=""
        fetchPriority={isFirst ? 'high' : 'auto'}
        onLoad={({ currentTarget }) => {
          currentTarget.style.visibility = '';
          if (url !== null && shown.current === url) missingCovers.loaded(url);
        }}
        onError={() => {
          if (shown.current === null || shown.current === errorImage) return;
          missingCovers.failed(shown.current);
          show(errorImage);
        }}
      />
    </span>
  );
}

/**
 * A cover that is fetched once it is near the view, and fades in. One of the first covers is shown as soon as possible.
 */
function LazyPicture({ url, shape, isFirst }: PictureProps) {
  const [isShown, setShown] = useState(isFirst);
  const [failed, setFailed] = useState(() => url !== null && missingCovers.has(url));
  const [box, isNear] = useNearView<HTMLSpanElement>();
  const isRequested = isFirst || isNear;
  const source = !isRequested ? PLACEHOLDER : url === null || failed ? errorImage : url;
  return (
    <span ref={box} className={styles['box']} data-shape={shape} data-loading={!isShown}>
      <img
        // A new image element for each source: it never shows the previous cover (CAT-47).
        key={source}
        {...imageProps(shape)}
        alt=""
        src={source}
        fetchPriority={isFirst ? 'high' : 'auto'}
        onLoad={() => {
          if (!isRequested) return;
          setShown(true);
          if (source === url) missingCovers.loaded(url);
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
