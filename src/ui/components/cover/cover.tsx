import { use, useState } from 'react';
import { useServices } from '../../services.ts';
import { Lazy } from '../lazy.tsx';
import { useNearView } from './near-view.ts';
import { TileDetailContext } from '../tile-detail.ts';
import { RecentMap } from '../../recent-map.ts';
import errorImage from 'audio-streaming-components/cover-missing.svg';
import styles from './cover.module.css';

/** For how long a missing address is not requested again, in milliseconds (CAT-46). */
const REMEMBERED_FOR = 60_000;

/** How many missing addresses are remembered (CAT-46). */
const MOST_REMEMBERED = 2_000;

/**
 * Remembers covers that could not be loaded. Otherwise such a cover would cost a request, an error and another image
 * each time that a list scrolls past it.
 */
export class MissingCovers {
  private readonly missingSince = new RecentMap<number>(MOST_REMEMBERED);

  constructor(private readonly now: () => number) {}

  has(address: string): boolean {
    const since = this.missingSince.get(address);
    return since !== undefined && this.now() - since < REMEMBERED_FOR;
  }

  failed(address: string): void {
    this.missingSince.set(address, this.now());
  }

  loaded(address: string): void {
    this.missingSince.delete(address);
  }
}

/** The missing covers of this page. */
const missingCovers = new MissingCovers(() => performance.now());

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
  const detail = use(TileDetailContext);
  if (detail === 'placeholder') return <EmptyCover shape={shape} />;
  const url = mediaUrl(address);
  return (
    <Picture key={url} url={url} shape={shape} isFirst={isFirst} isNear={isFirst || detail === 'windowed'} />
  );
}

/** The attributes of an image: a fixed size, and how it loads. */
const imageProps = (shape: CoverShape) =>
  ({
    className: styles['image'],
    width: 300,
    height: shape === 'wide' ? 200 : 300,
    decoding: 'async',
    draggable: false,
  }) as const;

/** The box of a cover without the cover. A list that scrolls fast shows it: most covers would leave before they load. */
export function EmptyCover({ shape = 'square' }: { readonly shape?: CoverShape }) {
  return (
    <span className={styles['box']} data-shape={shape}>
      <img {...imageProps(shape)} alt="" src={PLACEHOLDER} />
    </span>
  );
}

type PictureProps = {
  readonly url: string | null;
  readonly shape: CoverShape;
  readonly isFirst: boolean;
  /** Set if the picture is known to be near the view. It is fetched at once, and does not fade in. */
  readonly isNear: boolean;
};

const importStoredCover = async () => (await import('./stored-cover.tsx')).StoredCover;

/**
 * A cover. It is fetched when it is near the view, and fades in. If it cannot be fetched, the stored cover of a
 * download replaces it (DOWN-56).
 */
function Picture({ url, shape, isFirst, isNear: isKnownNear }: PictureProps) {
  const { settings } = useServices();
  const [isShown, setShown] = useState(isKnownNear);
  const [failed, setFailed] = useState(() => url !== null && missingCovers.has(url));
  const [box, isNear] = useNearView<HTMLSpanElement>(isKnownNear);
  const source = !isNear ? PLACEHOLDER : url === null || failed ? errorImage : url;
  const missing = failed && settings.links.mobileApp === null ? url : null;
  const image = (shown: string) => (
    <img
      // A new image element for each source: it never shows the previous cover (CAT-47).
      key={shown}
      {...imageProps(shape)}
      alt=""
      src={shown}
      fetchPriority={isFirst ? 'high' : 'auto'}
      onLoad={() => {
        if (!isNear) return;
        setShown(true);
        if (shown === url) missingCovers.loaded(url);
      }}
      onError={() => {
        if (url !== null) missingCovers.failed(url);
        setFailed(true);
        setShown(true);
      }}
    />
  );
  return (
    <span ref={box} className={styles['box']} data-shape={shape} data-loading={!isShown}>
      {missing === null ? (
        image(source)
      ) : (
        <Lazy load={importStoredCover} isNeeded fallback={image(source)}>
          {(StoredCover) => (
            <StoredCover address={missing}>{(stored) => image(stored ?? source)}</StoredCover>
          )}
        </Lazy>
      )}
    </span>
  );
}
