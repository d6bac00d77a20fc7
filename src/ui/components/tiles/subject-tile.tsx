import { Link } from '@tanstack/react-router';
import type { Category, Topic } from '../../../domain/catalogue/content.ts';
import { Cover } from '../cover/cover.tsx';
import styles from './subject-tile.module.css';

function Name({ text }: { readonly text: string }) {
  return (
    <span className={styles['name']}>
      <span className={styles['words']}>{text}</span>
    </span>
  );
}

/** A category as a wide picture with its name, with a link to its page. */
export function CategoryTile({ category }: { readonly category: Category }) {
  return (
    <Link className={styles['tile']} to="/categories/$id" params={{ id: category.id }}>
      <Cover address={category.imageUrl} shape="wide" />
      <Name text={category.name} />
    </Link>
  );
}

/** A topic in the same shape, with a link to its page. */
export function TopicTile({ topic }: { readonly topic: Topic }) {
  return (
    <Link className={styles['tile']} to="/topics/$id" params={{ id: topic.id }}>
      <Cover address={topic.imageUrl} shape="wide" />
      <Name text={topic.name} />
    </Link>
  );
}
