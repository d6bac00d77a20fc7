import type { Message } from '../../../src/domain/message.ts';
import {
  type Member,
  type MemberChange,
  type MemberDetail,
  type MemberId,
  type InvitationAccess,
} from '../domain/members.ts';

/** The members that were found, the one that is open, and what was changed (STU-31). */
export class MembersState {
  text = '';
  /** Null until they have loaded. */
  members: readonly Member[] | null = null;
  total = 0;
  failure: Message | null = null;
  /** The member of the open page. */
  openId: MemberId | null = null;
  /** Null until it has loaded. */
  detail: MemberDetail | null = null;
  detailFailure: Message | null = null;
  isSaving = false;
  /** What the owner passes on to the person who was invited last. It cannot be read again (STU-71). */
  access: (InvitationAccess & { readonly email: string }) | null = null;
  /** The newest changes of all members. Null until they have loaded. */
  changes: readonly MemberChange[] | null = null;
  changesFailure: Message | null = null;
  /** True if there are older changes that have not loaded. */
  hasMoreChanges = false;

  search(text: string): void {
    this.text = text;
  }

  found(members: readonly Member[], total: number): void {
    this.members = members;
    this.total = total;
    this.failure = null;
  }

  failed(message: Message): void {
    this.failure = message;
  }

  open(id: MemberId): void {
    if (this.openId !== id) this.detail = null;
    this.openId = id;
    this.detailFailure = null;
  }

  opened(detail: MemberDetail): void {
    if (detail.member.id !== this.openId) return;
    this.detail = detail;
    this.detailFailure = null;
  }

  openFailed(id: MemberId, message: Message): void {
    if (id === this.openId) this.detailFailure = message;
  }

  invited(access: MembersState['access']): void {
    this.access = access;
  }

  setSaving(isSaving: boolean): void {
    this.isSaving = isSaving;
  }

  changesLoaded(changes: readonly MemberChange[], hasMore: boolean): void {
    this.changes = changes;
    this.hasMoreChanges = hasMore;
    this.changesFailure = null;
  }

  changesFailed(message: Message): void {
    this.changesFailure = message;
  }
}
