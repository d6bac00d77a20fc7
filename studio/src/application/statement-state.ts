import type { Message } from '../../../src/domain/message.ts';
import type { Month, Statement } from '../domain/statements.ts';

export type StatementRange = { readonly from: Month; readonly to: Month };

export class StatementState {
  range: StatementRange | null = null;
  /** Null until it has loaded. */
  statement: Statement | null = null;
  failure: Message | null = null;

  show(range: StatementRange): void {
    this.range = range;
    this.statement = null;
    this.failure = null;
  }

  loaded(statement: Statement): void {
    this.statement = statement;
  }

  failed(message: Message): void {
    this.failure = message;
  }
}
