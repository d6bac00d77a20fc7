import type { ContentId } from '../../../../src/domain/catalogue/content.ts';
import type { FeedId } from '../../../../src/domain/feeds/private-feed.ts';
import { failed, ok } from '../../../../src/domain/result.ts';
import {
  type Invitation,
  type Member,
  type MemberChange,
  type MemberDetail,
  type MemberFeed,
  type MemberId,
  memberId,
  type MemberPlan,
  type MemberRole,
} from '../../domain/members.ts';
import type { Month, Statement } from '../../domain/statements.ts';
import { instant, type Instant } from '../../../../src/domain/time.ts';
import type { StudioFailure, StudioResult, PeopleApi } from '../../ports/studio-api.ts';

type Window = { readonly offset: number; readonly limit: number };

const LAST_OWNER =
  'The last owner cannot be removed, disabled or given another role. Add another owner first.';

const NOTHING = { titles: [], feeds: [], passkeys: [], identities: [], sessions: [] } as const;

/** The members of a provider in memory, and its statement. */
export class MemoryPeopleApi implements PeopleApi {
  /** False: the caller is no owner. */
  isOwner = true;
  private invitations = 0;
  /** True if an invitation goes out by mail. False: whoever invites passes its password on. */
  hasMail = false;
  /** What `statement` returns, whatever the months. */
  storedStatement: Statement = {
    lines: [],
    refused: [],
    downloads: { titles: [], isPaid: false, lines: [] },
  };
  /** The titles that can be given, with their names. */
  titles: ReadonlyMap<string, string> = new Map();
  private readonly details = new Map<MemberId, MemberDetail>();
  private log: readonly MemberChange[] = [];
  private readonly failures = new Map<string, StudioFailure[]>();

  constructor(members: readonly Member[] = []) {
    for (const member of members) this.details.set(member.id, { member, ...NOTHING, changes: [] });
  }

  /** Lets the next call of this name fail. */
  failNext(call: keyof PeopleApi, failure: StudioFailure): void {
    this.failures.set(call, [...(this.failures.get(call) ?? []), failure]);
  }

  async members(text: string, { offset, limit }: Window) {
    return this.respond('members', () => {
      const wanted = text.trim().toLowerCase();
      const found = this.everybody()
        .filter(({ email, name }) => [email, name].some((words) => words.toLowerCase().includes(wanted)))
        .toSorted((one, other) => (one.email < other.email ? -1 : 1));
      return ok({ total: found.length, members: found.slice(offset, offset + limit) });
    });
  }

  async member(id: MemberId) {
    return this.respond('member', () => this.found(id));
  }

  async invite({ email, ...invitation }: Invitation) {
    return this.respond('invite', () => {
      const address = email.toLowerCase();
      const existing = this.everybody().find((member) => member.email === address);
      if (existing !== undefined && existing.state !== 'invited')
        return failed<StudioFailure>({ kind: 'invalid', message: `${address} has an account already.` });
      const id = existing?.id ?? memberId(`member-${this.details.size + 1}`);
      const member: Member = { ...invitation, id, email: address, state: 'invited', addedAt: instant(0) };
      this.details.set(id, {
        member,
        ...NOTHING,
        changes: this.details.get(id)?.changes ?? [],
      });
      this.invitations += 1;
      this.record(id, 'invited', `role ${member.role}, plan ${member.plan ?? 'none'}`);
      const detail = this.found(id);
      return detail.ok
        ? ok({
            detail: detail.value,
            access: this.hasMail
              ? null
              : { link: 'https://listen.example/login', password: `temporary-${this.invitations}` },
          })
        : detail;
    });
  }

  async setPlan(id: MemberId, plan: MemberPlan | null, until: Instant | null) {
    return this.respond('setPlan', () => this.change(id, { plan, until }, 'plan', plan ?? 'none'));
  }

  async setRole(id: MemberId, role: MemberRole) {
    return this.respond('setRole', () =>
      role !== 'owner' && this.isLastOwner(id)
        ? failed<StudioFailure>({ kind: 'invalid', message: LAST_OWNER })
        : this.change(id, { role }, 'role', `to ${role}`),
    );
  }

  async setDisabled(id: MemberId, isDisabled: boolean) {
    return this.respond('setDisabled', () =>
      isDisabled && this.isLastOwner(id)
        ? failed<StudioFailure>({ kind: 'invalid', message: LAST_OWNER })
        : this.change(
            id,
            { state: isDisabled ? 'disabled' : 'active' },
            isDisabled ? 'disabled' : 'enabled',
            '',
          ),
    );
  }

  async signOut(id: MemberId) {
    return this.respond('signOut', () => this.change(id, {}, 'signed-out', ''));
  }

  async grant(id: MemberId, title: ContentId) {
    return this.respond('grant', () => {
      const detail = this.found(id);
      if (!detail.ok) return detail;
      const name = this.titles.get(title);
      if (name === undefined)
        return failed<StudioFailure>({ kind: 'invalid', message: `There is no title ${title}.` });
      if (detail.value.titles.some((each) => each.id === title)) return detail;
      const titles = [{ id: title, title: name, at: instant(0) }, ...detail.value.titles];
      this.details.set(id, { ...detail.value, titles });
      return this.change(id, {}, 'granted', title);
    });
  }

  async revoke(id: MemberId, title: ContentId) {
    return this.respond('revoke', () => {
      const detail = this.found(id);
      if (!detail.ok) return detail;
      const titles = detail.value.titles.filter((each) => each.id !== title);
      if (titles.length === detail.value.titles.length)
        return failed<StudioFailure>({ kind: 'invalid', message: 'The member does not have it.' });
      this.details.set(id, { ...detail.value, titles });
      return this.change(id, {}, 'revoked', title);
    });
  }

  /** Gives a member ways to sign in, and sessions, as the member would. */
  setAccess(id: MemberId, access: Partial<Pick<MemberDetail, 'passkeys' | 'identities' | 'sessions'>>): void {
    const detail = this.details.get(id);
    if (detail !== undefined) this.details.set(id, { ...detail, ...access });
  }

  /** Gives a member feeds, as the member would. */
  setFeeds(id: MemberId, feeds: readonly MemberFeed[]): void {
    const detail = this.details.get(id);
    if (detail !== undefined) this.details.set(id, { ...detail, feeds });
  }

  async revokeFeed(id: MemberId, feed: FeedId) {
    return this.respond('revokeFeed', () => {
      const detail = this.found(id);
      if (!detail.ok) return detail;
      const feeds = detail.value.feeds.filter((each) => each.id !== feed);
      if (feeds.length === detail.value.feeds.length)
        return failed<StudioFailure>({ kind: 'invalid', message: 'The member does not have it.' });
      this.setFeeds(id, feeds);
      return this.change(id, {}, 'feed-revoked', '');
    });
  }

  async remove(id: MemberId) {
    return this.respond('remove', () => {
      const detail = this.found(id);
      if (!detail.ok) return detail;
      if (this.isLastOwner(id)) return failed<StudioFailure>({ kind: 'invalid', message: LAST_OWNER });
      this.record(id, 'removed', '');
      this.details.delete(id);
      this.log = this.log.map((change) =>
        change.member === detail.value.member.email ? { ...change, member: null } : change,
      );
      return ok(undefined);
    });
  }

  async changes({ offset, limit }: Window) {
    return this.respond('changes', () => ok(this.log.slice(offset, offset + limit)));
  }

  async statement(from: Month, to: Month) {
    return this.respond('statement', () => {
      const { lines } = this.storedStatement;
      return ok({
        ...this.storedStatement,
        lines: lines.filter(({ month }) => from <= month && month <= to),
      });
    });
  }

  async setDownloadsPaid(isPaid: boolean) {
    return this.respond('setDownloadsPaid', () => {
      const { downloads } = this.storedStatement;
      if (downloads.isPaid !== isPaid)
        this.log = [this.entry(null, `downloads-${isPaid ? '' : 'un'}paid`, ''), ...this.log];
      this.storedStatement = { ...this.storedStatement, downloads: { ...downloads, isPaid } };
      return ok(undefined);
    });
  }

  private everybody(): readonly Member[] {
    return [...this.details.values()].map(({ member }) => member);
  }

  private isLastOwner(id: MemberId): boolean {
    const owners = this.everybody().filter(({ role, state }) => role === 'owner' && state === 'active');
    return owners.length === 1 && owners[0]?.id === id;
  }

  private found(id: MemberId) {
    const detail = this.details.get(id);
    return detail === undefined ? failed<StudioFailure>({ kind: 'not-found' }) : ok(detail);
  }

  private change(id: MemberId, changes: Partial<Member>, action: string, detail: string) {
    const before = this.found(id);
    if (!before.ok) return before;
    this.details.set(id, { ...before.value, member: { ...before.value.member, ...changes } });
    this.record(id, action, detail);
    return this.found(id);
  }

  private record(id: MemberId, action: string, detail: string): void {
    const known = this.details.get(id);
    if (known === undefined) return;
    const change = this.entry(known.member.email, action, detail);
    this.log = [change, ...this.log];
    this.details.set(id, { ...known, changes: [change, ...known.changes] });
  }

  private entry(member: string | null, action: string, detail: string): MemberChange {
    const id = String(this.log.length + 1);
    return { id, at: instant(0), by: 'olga@example.org', isByOperator: false, member, action, detail };
  }

  private async respond<Value>(
    call: keyof PeopleApi,
    work: () => Awaited<StudioResult<Value>>,
  ): StudioResult<Value> {
    const failure = this.failures.get(call)?.shift();
    if (failure !== undefined) return failed(failure);
    return this.isOwner ? work() : failed({ kind: 'not-allowed' });
  }
}
