import { type ContentItem, contentId } from '../../../src/domain/catalogue/content.ts';
import type { TitleDetail, TitleKind, TitleState } from '../../src/domain/title.ts';
import { PLAIN_ITEM } from '../../../test/arbitraries/content.ts';

type Options = {
  readonly kind?: TitleKind;
  readonly state?: TitleState;
  readonly item?: Partial<ContentItem>;
};

/** A title of the studio for tests. */
export const aTitle = (
  id: string,
  title: string,
  { kind = 'file', state = 'published', item = {} }: Options = {},
): TitleDetail => ({
  id: contentId(id),
  kind,
  state,
  version: '1',
  item: { ...PLAIN_ITEM, id: contentId(id), title, ...item },
  found: {},
  edited: [],
  editedAt: null,
  editedBy: null,
  members: kind === 'collection' ? [] : null,
  editionOf: null,
  editions: [],
  transcripts: [],
  publicFeed: null,
  problems: [],
});
