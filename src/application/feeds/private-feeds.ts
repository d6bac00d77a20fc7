import {
  type FeedId,
  type FeedSubject,
  type NewFeed,
  type PrivateFeed,
  LONGEST_FEED_NAME,
} from '../../domain/feeds/private-feed.ts';
import { message, type Message } from '../../domain/message.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { ApiFailure, ApiResult, FeedsApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MESSAGES } from '../notices-state.ts';
import { type FeedFailure, PrivateFeedsState } from './private-feeds-state.ts';

type Outcome<Value> = Promise<Result<Value, FeedFailure>>;

/** What the listener reads if a call fails (FEED-65). */
const messageOf = ({ kind }: ApiFailure): Message => {
  switch (kind) {
    case 'no-session':
    case 'unauthorized':
      return MESSAGES.notAuthenticated;
    case 'forbidden':
    case 'rejected':
      return message(
        'This is not possible now. You may have as many addresses as are allowed: revoke one that you no longer use.',
      );
    case 'rate-limited':
      return message('That was too often. Please wait a minute, then try again.');
    case 'unreachable':
    case 'timeout':
      return message('You seem to be offline. Please try again once there is a connection.');
    case 'not-found':
      return message('This is no longer there.');
    default:
      return MESSAGES.saveFailed;
  }
};

/** Failures of the list that mean that the provider has no private feeds (FEED-60). */
const ABSENT: ReadonlySet<ApiFailure['kind']> = new Set(['not-found', 'rejected', 'malformed']);

const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();

/** Lists, makes, renames, renews and revokes the listener's private feeds. */
export class PrivateFeeds {
  static readonly inject: Inject<typeof PrivateFeeds> = [PORTS.feedsApi, PrivateFeedsState];
  private loading: Promise<void> | null = null;
  /** Changes when the session ends. A response of the session before is ignored. */
  private session = 0;

  constructor(
    private readonly api: FeedsApi,
    private readonly state: PrivateFeedsState,
  ) {}

  reset(): void {
    this.session += 1;
    this.loading = null;
  }

  /** The state that the view observes. Asks the provider, unless it has responded in this session. */
  async open(): Promise<PrivateFeedsState> {
    if (this.state.status === 'unknown' || this.state.status === 'failed') await this.load();
    return this.state;
  }

  /** Asks again, except a provider that has no private feeds. */
  async refresh(): Promise<PrivateFeedsState> {
    if (this.state.status !== 'absent') await this.load();
    return this.state;
  }

  async make(subject: FeedSubject, given: string): Outcome<NewFeed> {
    return this.named(given, null, async (name) => this.api.make(subject, name));
  }

  /** Another name, at the same address (FEED-68). */
  async rename({ id }: PrivateFeed, given: string): Outcome<void> {
    return this.named(given, id, async (name) => this.api.rename(id, name));
  }

  /** Names a feed. The list names each address by its name alone (FEED-66). */
  private async named<Value>(
    given: string,
    id: FeedId | null,
    change: (name: string) => Promise<ApiResult<Value>>,
  ): Outcome<Value> {
    const name = given.trim().slice(0, LONGEST_FEED_NAME);
    if (name === '') return failed({ message: MESSAGES.nameEmpty, field: 'name' });
    const taken = {
      message: message('You have an address “{name}” already. Choose another name.', { name }),
      field: 'name',
    } as const;
    const isTaken = () => this.state.feeds.some((feed) => feed.id !== id && isSameName(feed.name, name));
    if (isTaken()) return failed(taken);
    const sent = await change(name);
    const changed = await this.change(sent);
    // Another tab may have made it meanwhile.
    return !sent.ok && sent.error.kind === 'rejected' && isTaken() ? failed(taken) : changed;
  }

  async renew({ id }: PrivateFeed): Outcome<NewFeed> {
    return this.change(await this.api.renew(id));
  }

  async revoke({ id }: PrivateFeed): Outcome<void> {
    return this.change(await this.api.revoke(id));
  }

  /** The list is loaded again, also after a failure: the provider may have carried out the change. */
  private async change<Value>(changed: ApiResult<Value>): Outcome<Value> {
    // A list that was asked for before the change may not show it.
    await this.loading;
    await this.load();
    return changed.ok ? ok(changed.value) : failed({ message: messageOf(changed.error) });
  }

  private async load(): Promise<void> {
    this.loading ??= this.loadAnew();
    await this.loading;
  }

  private async loadAnew(): Promise<void> {
    const { session } = this;
    const listed = await this.api.list();
    if (session !== this.session) return;
    this.loading = null;
    if (listed.ok) this.state.setFeeds(listed.value);
    else if (ABSENT.has(listed.error.kind) && this.state.status !== 'loaded') this.state.setAbsent();
    else this.state.setFailure({ message: messageOf(listed.error) });
  }
}
