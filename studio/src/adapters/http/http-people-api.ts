import { invited, memberChanges, memberDetail, memberPage, statement } from 'audio-streaming-wire/people';
import type { ContentId } from '../../../../src/domain/catalogue/content.ts';
import type { FeedId } from '../../../../src/domain/feeds/private-feed.ts';
import type { Invitation, MemberId, MemberPlan, MemberRole } from '../../domain/members.ts';
import type { Month } from '../../domain/statements.ts';
import type { Instant } from '../../../../src/domain/time.ts';
import type { Log } from '../../../../src/ports/platform.ts';
import type { PeopleApi } from '../../ports/studio-api.ts';
import { StudioClient, type StudioCall, type StudioClientOptions } from './client.ts';
import { entriesOf, toChange, toMember, toMemberDetail, toStatement } from './decode.ts';

type Window = { readonly offset: number; readonly limit: number };

export class HttpPeopleApi implements PeopleApi {
  private readonly client: StudioClient;

  constructor(
    options: StudioClientOptions,
    private readonly log: Log,
  ) {
    this.client = new StudioClient(options);
  }

  async members(text: string, { offset, limit }: Window) {
    const params = { query: text.trim() || undefined, offset, limit };
    return this.client.read({ method: 'GET', path: ['members'], params }, memberPage, (sent) => ({
      total: sent.total,
      members: entriesOf(sent.members, 'members', this.log, toMember),
    }));
  }

  async member(id: MemberId) {
    return this.detail({ method: 'GET', path: ['members', id] });
  }

  async invite({ until, ...invitation }: Invitation) {
    const body = { ...invitation, until: wireInstant(until) };
    return this.client.read({ method: 'POST', path: ['members'], body }, invited, (sent) => ({
      detail: toMemberDetail(this.log)(sent),
      access: sent.access,
    }));
  }

  async setPlan(id: MemberId, plan: MemberPlan | null, until: Instant | null) {
    const body = { plan, until: wireInstant(until) };
    return this.detail({ method: 'PUT', path: ['members', id, 'plan'], body });
  }

  async setRole(id: MemberId, role: MemberRole) {
    return this.detail({ method: 'PUT', path: ['members', id, 'role'], body: { role } });
  }

  async setDisabled(id: MemberId, isDisabled: boolean) {
    return this.detail({ method: 'PUT', path: ['members', id, 'state'], body: { is_disabled: isDisabled } });
  }

  async signOut(id: MemberId) {
    return this.detail({ method: 'POST', path: ['members', id, 'sign-out'], body: {} });
  }

  async grant(id: MemberId, title: ContentId) {
    return this.detail({ method: 'PUT', path: ['members', id, 'titles', title], body: {} });
  }

  async revoke(id: MemberId, title: ContentId) {
    return this.detail({ method: 'DELETE', path: ['members', id, 'titles', title] });
  }

  async revokeFeed(id: MemberId, feed: FeedId) {
    return this.detail({ method: 'DELETE', path: ['members', id, 'feeds', feed] });
  }

  async remove(id: MemberId) {
    return this.client.send({ method: 'DELETE', path: ['members', id] });
  }

  async changes({ offset, limit }: Window) {
    const params = { offset, limit };
    return this.client.read({ method: 'GET', path: ['member-changes'], params }, memberChanges, (sent) =>
      entriesOf(sent.changes, 'changes', this.log, toChange),
    );
  }

  async statement(from: Month, to: Month) {
    return this.client.read(
      { method: 'GET', path: ['statements'], params: { from, to } },
      statement,
      toStatement,
    );
  }

  async setDownloadsPaid(isPaid: boolean) {
    return this.client.send({ method: 'PUT', path: ['statements', 'downloads'], body: { is_paid: isPaid } });
  }

  private async detail(call: StudioCall) {
    return this.client.read(call, memberDetail, toMemberDetail(this.log));
  }
}

const wireInstant = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString());
