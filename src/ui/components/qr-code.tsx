import { useMemo, type ReactNode } from 'react';
import type { encode } from 'uqr';
import { useNearView } from './cover/near-view.ts';
import { useLazy } from './lazy.tsx';
import styles from './qr-code.module.css';

/** The width of the empty margin that a scanner needs around the code, in modules. */
const MARGIN = 2;

type Drawing = { readonly size: number; readonly path: string };

const EMPTY: Drawing = { size: 1, path: '' };

const importEncoder = async () => (await import('uqr')).encode;

/** Draws the dark modules as one SVG path. A module is one unit wide. */
function draw(encodeText: typeof encode, text: string): Drawing {
  const { size, data } = encodeText(text, { border: MARGIN, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}

type QrCodeProps = {
  /** The content of the code: an address. */
  readonly text: string;
  /** The accessible name: where the code leads. */
  readonly label: string;
};

/** A QR code, always dark on light as scanners expect. It is drawn once it is near the view. */
export function QrCode({ text, label }: QrCodeProps) {
  const [box, isNear] = useNearView<HTMLDivElement>();
  // If the code cannot be drawn, the link beside it leads to the same page.
  const encoder = useLazy(importEncoder, isNear);
  const { size, path } = useMemo(() => (encoder === null ? EMPTY : draw(encoder, text)), [encoder, text]);
  return (
    <div ref={box} className={styles['box']}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        {path !== '' && <path d={path} />}
      </svg>
    </div>
  );
}

type QrSecretProps = {
  readonly text: string;
  readonly label: string;
  /** What is shown as text instead of the code, to be copied or typed. */
  readonly secret: string;
  readonly intro: string;
  readonly children?: ReactNode;
};

export function QrSecret({ text, label, secret, intro, children }: QrSecretProps) {
  return (
    <div className={styles['scan']}>
      <QrCode text={text} label={label} />
      <div className={styles['beside']}>
        <p>{intro}</p>
        <code className={styles['secret']}>{secret}</code>
        {children}
      </div>
    </div>
  );
}
