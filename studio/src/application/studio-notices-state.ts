import type { Message } from '../../../src/domain/message.ts';
/** A short message. `failure` is announced at once. */
export type Notice = { readonly id: number; readonly kind: 'done' | 'failure'; readonly text: Message };

/** The last message of the studio. A new one replaces it. */
export class StudioNoticesState {
  notice: Notice | null = null;
  private count = 0;

  post(kind: Notice['kind'], text: Message): void {
    this.count += 1;
    this.notice = { id: this.count, kind, text };
  }

  dismiss(): void {
    this.notice = null;
  }
}
