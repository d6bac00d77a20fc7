import type { UserId } from '../../domain/account/user.ts';
import type { Inject } from '../../ports/tokens.ts';
import type { Subscription } from '../../ports/platform.ts';

/** Something that holds data of the listener. `reset` removes the data. */
export type Resettable = { reset(): void };

/** Is called with the id of the listener before `UserState` changes. */
export type ListenerFollower = (id: UserId) => void;

/**
 * Everything in memory that belongs to the listener. Composition adds each state and use case that has a method `reset`
 * when it is created, so nothing can be forgotten.
 */
export class ListenerData {
  static readonly inject: Inject<typeof ListenerData> = [];
  private readonly parts = new Set<Resettable>();
  private readonly followers = new Set<ListenerFollower>();

  add(part: Resettable): void {
    this.parts.add(part);
  }

  /** Calls the follower each time that the provider names the listener. */
  follow(follower: ListenerFollower): Subscription {
    this.followers.add(follower);
    return { unsubscribe: () => void this.followers.delete(follower) };
  }

  /** The provider has named the listener. */
  listenerNamed(id: UserId): void {
    for (const follower of this.followers) follower(id);
  }

  clear(): void {
    for (const part of this.parts) part.reset();
  }
}
