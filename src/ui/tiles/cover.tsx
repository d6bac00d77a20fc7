import { use, useState, type Ref } from 'react';
import { useServices } from '../services.ts';
import errorImage from './cover-missing.svg';
import styles from './cover.module.css';
import { useNearView } from './near-view.ts';
import { TileWeightContext } from './tile-weight.ts';

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
  // What a long list holds is near the view. It changes its covers as it goes: each is there when it is there.
  return isWindowed ? <Picture {...props} isWanted /> : <ComingPicture key={url} {...props} />;
}

type PictureProps = {
  readonly url: string | null;
  readonly shape: CoverShape;
  readonly isFirst: boolean;
};

/** A picture that is fetched once it is near the view, and fades in. */
function ComingPicture(props: PictureProps) {
  const [isShown, setShown] = useState(false);
  const [box, isNear] = useNearView<HTMLSpanElement>();
  return (
    <Picture
      {...props}
      box={box}
      isWanted={props.isFirst || isNear}
      isComing={!isShown}
      onOutcome={() => {
        setShown(true);
      }}
    />
  );
}

type WantedPictureProps = PictureProps & {
  readonly isWanted: boolean;
  readonly isComing?: boolean;
  readonly box?: Ref<HTMLSpanElement>;
  readonly onOutcome?: () => void;
};

function Picture({ url, shape, isFirst, isWanted, isComing = false, box, onOutcome }: WantedPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const source = url === null || failed === url ? errorImage : url;
  return (
    <span ref={box} className={styles['box']} data-shape={shape} data-coming={isComing}>
      <img
        // One image never stands for another while that is on its way.
        key={source}
        className={styles['image']}
        // Without an address nothing is fetched, and nothing is decoded in its place.
        src={isWanted ? source : undefined}
        alt=""
        width={300}
        height={shape === 'wide' ? 200 : 300}
        decoding="async"
        draggable={false}
        fetchPriority={isFirst ? 'high' : 'auto'}
        onLoad={onOutcome}
        onError={() => {
          setFailed(url);
          onOutcome?.();
        }}
      />
    </span>
  );
}
