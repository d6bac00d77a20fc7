import { memo } from 'react';
import type { Author, Category, Narrator, Series, Topic } from '../../../domain/catalogue/content.ts';
import { Cover } from '../cover/cover.tsx';
import { useTileLink } from './tile-link.tsx';
import styles from './tiles.module.css';

type RoundTileProps = {
  readonly to: '/authors/$id' | '/narrators/$id' | '/series/$id';
  readonly of: Author | Narrator | Series;
};

/** A person or a series as a round picture with a name, with a link to its page. */
export const RoundTile = memo(function RoundTile({ to, of }: RoundTileProps) {
  return (
    <a className={styles['authorTile']} {...useTileLink<string>(to, of.id)}>
      <Cover address={of.imageUrl} shape="circle" />
      <bdi className={styles['name']}>{of.name}</bdi>
    </a>
  );
});

type AuthorTileProps = { readonly author: Author };

/** An author, with a link to the author's page. */
export const AuthorTile = ({ author }: AuthorTileProps) => <RoundTile to="/authors/$id" of={author} />;

function Name({ text }: { readonly text: string }) {
  return (
    <span className={styles['subjectTileName']}>
      <bdi className={styles['subjectTileWords']}>{text}</bdi>
    </span>
  );
}

/** A category as a wide picture with its name, with a link to its page. */
export function CategoryTile({ category }: { readonly category: Category }) {
  return (
    <a className={styles['subjectTile']} {...useTileLink('/categories/$id', category.id)}>
      <Cover address={category.imageUrl} shape="wide" />
      <Name text={category.name} />
    </a>
  );
}

/** A topic in the same shape, with a link to its page. */
export function TopicTile({ topic }: { readonly topic: Topic }) {
  return (
    <a className={styles['subjectTile']} {...useTileLink('/topics/$id', topic.id)}>
      <Cover address={topic.imageUrl} shape="wide" />
      <Name text={topic.name} />
    </a>
  );
}
