import { useState } from 'react';
import errorImage from '../../components/cover/cover-missing.svg';
import { useStudio } from '../services.ts';
import styles from './thumbnail.module.css';

/** A small cover. It is decorative: the text beside it names the title. */
export function Thumbnail({ address }: { readonly address: string | null }) {
  const { mediaUrl } = useStudio();
  const url = mediaUrl(address);
  const [failed, setFailed] = useState<string | null>(null);
  const source = url === null || url === failed ? errorImage : small(url);
  return (
    <img
      key={source}
      className={styles['thumbnail']}
      src={source}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
    />
  );
}

/** Asks the provider for a small size; other hosts ignore the parameter. */
function small(url: string): string {
  const sized = new URL(url);
  sized.searchParams.set('w', '96');
  return sized.href;
}
