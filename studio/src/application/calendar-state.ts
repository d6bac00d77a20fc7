import type { Message } from '../../../src/domain/message.ts';
import type { CalendarEvent } from '../domain/title.ts';
import type { Instant } from '../../../src/domain/time.ts';

/** The part of time that the calendar shows. */
export type CalendarRange = { readonly from: Instant; readonly till: Instant };

export class CalendarState {
  range: CalendarRange | null = null;
  /** Null until the events of the range have loaded. */
  events: readonly CalendarEvent[] | null = null;
  /** False if there are more titles than the provider lists at once. */
  isComplete = true;
  failure: Message | null = null;

  show(range: CalendarRange): void {
    this.range = range;
    this.events = null;
    this.isComplete = true;
    this.failure = null;
  }

  loaded(events: readonly CalendarEvent[], isComplete: boolean): void {
    this.events = events;
    this.isComplete = isComplete;
  }

  failed(message: Message): void {
    this.failure = message;
  }
}
