import { useState } from 'react';
import { useServices } from '../services.ts';
import errorImage from './cover-missing.svg';
import styles from './cover.module.css';
import { useNearView } from './near-view.ts';

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
  return <Picture key={url} url={url} shape={shape} isFirst={isFirst} />;
}

type PictureProps = {
  readonly url: string | null;
  readonly shape: CoverShape;
  readonly isFirst: boolean;
};

function Picture({ url, shape, isFirst }: PictureProps) {
  const [outcome, setOutcome] = useState<'coming' | 'shown' | 'failed'>('coming');
  const [box, isNear] = useNearView<HTMLSpanElement>();
  const isWanted = isFirst || isNear;
  const source = url === null || outcome === 'failed' ? errorImage : url;
  return (
    <span ref={box} className={styles['box']} data-shape={shape} data-outcome={outcome}>
      <img
        className={styles['image']}
        // Without an address nothing is fetched, and nothing is decoded in its place.
        src={isWanted ? source : undefined}
        alt=""
        width={300}
        height={shape === 'wide' ? 200 : 300}
        decoding="async"
        draggable={false}
        fetchPriority={isFirst ? 'high' : 'auto'}
        onLoad={() => {
          if (outcome === 'coming') setOutcome('shown');
        }}
        onError={() => {
          setOutcome('failed');
        }}
      />
    </span>
  );
}
