import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { UP_NEXT_LIMIT, type QueuedTrack } from '../../../domain/playback/up-next.ts';
import type { Inject } from '../../../ports/tokens.ts';
import { NoticesState } from '../../notices-state.ts';
import { UpNextState } from './up-next-state.ts';

const FULL = `Up Next holds at most ${UP_NEXT_LIMIT} titles. Remove one to add another.`;

/** Adds titles and tracks to Up Next. */
export class EditUpNext {
  static readonly inject: Inject<typeof EditUpNext> = [UpNextState, NoticesState];

  constructor(
    private readonly upNext: UpNextState,
    private readonly notices: NoticesState,
  ) {}

  /** The list, for views. Its code is lazy, so the list itself is not one of the services. */
  async list(): Promise<UpNextState> {
    return Promise.resolve(this.upNext);
  }

  /**
   * @param track one track of the title; null for the whole title
   * @returns false if the list is full
   */
  async playNext(item: ContentItem, track: QueuedTrack | null): Promise<boolean> {
    return Promise.resolve(this.added(this.upNext.addNext(item, track)));
  }

  /** Adds at the end. The parameters and the result are those of `playNext`. */
  async addToEnd(item: ContentItem, track: QueuedTrack | null): Promise<boolean> {
    return Promise.resolve(this.added(this.upNext.addLast(item, track)));
  }

  private added(isAdded: boolean): boolean {
    if (!isAdded) this.notices.post(FULL);
    return isAdded;
  }
}
