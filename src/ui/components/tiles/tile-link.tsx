import { use } from 'react';
import type { ContentId } from '../../../domain/catalogue/content.ts';
import { TitleOpenedContext } from './title-opened.ts';
import { useTileLink } from './use-tile-link.ts';

type TileLinkProps = {
  /** The id of the element. */
  readonly id: string;
  readonly className: string | undefined;
  readonly audioId: ContentId;
  readonly title: string;
};

/** The title as a link to its page. */
export function TileLink({ id, className, audioId, title }: TileLinkProps) {
  const link = useTileLink('/audios/$id', audioId, use(TitleOpenedContext));
  return (
    <a id={id} className={className} {...link}>
      <bdi>{title}</bdi>
    </a>
  );
}
