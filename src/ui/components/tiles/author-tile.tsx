import { memo } from 'react';
import type { Author } from '../../../domain/catalogue/content.ts';
import { Cover } from '../cover/cover.tsx';
import styles from './tiles.module.css';
import { useTileLink } from './tile-link.tsx';

type AuthorTileProps = { readonly author: Author };

/** An author as a round portrait with a name, with a link to the author's page. */
export const AuthorTile = memo(function AuthorTile({ author }: AuthorTileProps) {
  return (
    <a className={styles['authorTile']} {...useTileLink('/authors/$id', author.id)}>
      <Cover address={author.imageUrl} shape="circle" />
      <span className={styles['name']}>{author.name}</span>
    </a>
  );
});
