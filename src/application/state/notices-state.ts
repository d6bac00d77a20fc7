/** Something the listener has to know now; `text` is already in the listener's words. */
export type Notice = { readonly id: number; readonly text: string };

/** Alerts in the page, oldest first (contract 3.17). */
export class NoticesState {
  notices: readonly Notice[] = [];
  private lastId = 0;

  /** The same text twice stands once. */
  posted(text: string): void {
    if (this.notices.some((notice) => notice.text === text)) return;
    this.lastId += 1;
    this.notices = [...this.notices, { id: this.lastId, text }];
  }

  dismissed(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  reset(): void {
    this.notices = [];
  }
}
