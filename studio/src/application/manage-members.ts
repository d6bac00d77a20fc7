import { message, type Message } from '../../../src/domain/message.ts';
import {
  type Member,
  type MemberDetail,
  type MemberId,
  type Invitation,
  memberName,
  type MemberPlan,
  type MemberRole,
} from '../domain/members.ts';
import type { FeedId } from '../../../src/domain/feeds/private-feed.ts';
import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';
import type { Instant } from '../../../src/domain/time.ts';
import type { StudioResult, PeopleApi } from '../ports/studio-api.ts';
import { sentenceOf } from './sentences.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import type { MembersState } from './members-state.ts';

/** How many members or changes are loaded at a time. */
const PAGE = 50;

/** Finds, invites and changes members (STU-30 to STU-33). */
export class ManageMembers {
  constructor(
    private readonly api: PeopleApi,
    private readonly state: MembersState,
    private readonly notices: StudioNoticesState,
  ) {}

  /** Finds members by a part of the address or the name. A response to an earlier text is ignored. */
  async search(text: string): Promise<void> {
    this.state.search(text);
    const found = await this.api.members(text, { offset: 0, limit: PAGE });
    if (this.state.text !== text) return;
    if (found.ok) this.state.found(found.value.members, found.value.total);
    else this.state.failed(sentenceOf(found.error));
  }

  /** Loads the next members of the search. */
  async more(): Promise<void> {
    const { text, members } = this.state;
    if (members === null) return;
    const found = await this.api.members(text, { offset: members.length, limit: PAGE });
    if (this.state.text !== text || this.state.members !== members) return;
    if (!found.ok) {
      this.state.failed(sentenceOf(found.error));
      return;
    }
    // Somebody may have been added meanwhile, so a page may repeat members of the page before.
    const known = new Set(members.map(({ id }) => id));
    this.state.found(
      [...members, ...found.value.members.filter(({ id }) => !known.has(id))],
      found.value.total,
    );
  }

  async loadChanges(): Promise<void> {
    const changes = await this.api.changes({ offset: 0, limit: PAGE });
    if (changes.ok) this.state.changesLoaded(changes.value, changes.value.length === PAGE);
    else this.state.changesFailed(sentenceOf(changes.error));
  }

  /** Loads older changes (STU-33). */
  async moreChanges(): Promise<void> {
    const { changes } = this.state;
    if (changes === null) return;
    const older = await this.api.changes({ offset: changes.length, limit: PAGE });
    if (this.state.changes !== changes) return;
    if (!older.ok) {
      this.state.changesFailed(sentenceOf(older.error));
      return;
    }
    // Something may have been changed meanwhile, so a page may repeat changes of the page before.
    const known = new Set(changes.map(({ id }) => id));
    const added = older.value.filter(({ id }) => !known.has(id));
    this.state.changesLoaded([...changes, ...added], older.value.length === PAGE);
  }

  async open(id: MemberId): Promise<void> {
    this.state.open(id);
    const detail = await this.api.member(id);
    if (detail.ok) this.state.opened(detail.value);
    else this.state.openFailed(id, sentenceOf(detail.error));
  }

  /** Invites somebody. Fails with a sentence for the form (STU-32). */
  async invite(invitation: Invitation): Promise<Result<MemberId, { readonly message: Message }>> {
    const email = invitation.email.trim();
    const name = invitation.name.trim();
    if (!/^[^\s@]+@[^\s@]+$/u.test(email)) return failed({ message: message('Type an e-mail address.') });
    if (name === '') return failed({ message: message('Type a name.') });
    const invited = await this.api.invite({ ...invitation, email, name });
    if (!invited.ok) return failed({ message: sentenceOf(invited.error) });
    const { detail, access } = invited.value;
    this.state.invited(access === null ? null : { ...access, email });
    this.notices.post(
      'done',
      access === null
        ? message('{email} is invited by mail.', { email })
        : message(
            '{email} is invited. There is no mail server: pass on the address and the temporary password, which are shown once.',
            { email },
          ),
    );
    if (this.state.openId === detail.member.id) this.state.opened(detail);
    await Promise.all([this.search(this.state.text), this.loadChanges()]);
    return ok(detail.member.id);
  }

  /** Invites a member again who never came: the earlier temporary password ends (STU-71). */
  async inviteAgain({ email, name, role, plan, until }: Member): Promise<void> {
    this.state.setSaving(true);
    const invited = await this.invite({ email, name: name === '' ? email : name, role, plan, until });
    this.state.setSaving(false);
    if (!invited.ok) this.notices.post('failure', invited.error.message);
  }

  /** The owner has passed the password on. */
  hideAccess(): void {
    this.state.invited(null);
  }

  async setPlan(id: MemberId, plan: MemberPlan | null, until: Instant | null): Promise<void> {
    await this.change(
      message('The plan is saved.'),
      this.api.setPlan(id, plan, plan === null ? null : until),
    );
  }

  async setRole(id: MemberId, role: MemberRole): Promise<void> {
    await this.change(message('The role is saved.'), this.api.setRole(id, role));
  }

  async setDisabled(id: MemberId, isDisabled: boolean): Promise<void> {
    const done = isDisabled
      ? message('The account is disabled. All its sessions have ended.')
      : message('The account is enabled.');
    await this.change(done, this.api.setDisabled(id, isDisabled));
  }

  async signOut(id: MemberId): Promise<void> {
    await this.change(message('All sessions of the account have ended.'), this.api.signOut(id));
  }

  async grant(id: MemberId, title: ContentId): Promise<void> {
    await this.change(message('The title is given.'), this.api.grant(id, title));
  }

  async revoke(id: MemberId, title: ContentId): Promise<void> {
    await this.change(message('The title is taken back.'), this.api.revoke(id, title));
  }

  async revokeFeed(id: MemberId, feed: FeedId): Promise<void> {
    await this.change(message('The address is revoked.'), this.api.revokeFeed(id, feed));
  }

  /** Deletes the account. Returns true if it is gone. */
  async remove({ member }: MemberDetail): Promise<boolean> {
    this.state.setSaving(true);
    const removed = await this.api.remove(member.id);
    this.state.setSaving(false);
    if (removed.ok)
      this.notices.post('done', message('The account of {name} is deleted.', { name: memberName(member) }));
    else this.notices.post('failure', sentenceOf(removed.error));
    return removed.ok;
  }

  /** Saves a change, and shows the member as the provider returns it. One change at a time. */
  private async change(done: Message, changing: StudioResult<MemberDetail>): Promise<void> {
    this.state.setSaving(true);
    const changed = await changing;
    this.state.setSaving(false);
    if (changed.ok) {
      this.state.opened(changed.value);
      this.notices.post('done', done);
    } else this.notices.post('failure', sentenceOf(changed.error));
  }
}
