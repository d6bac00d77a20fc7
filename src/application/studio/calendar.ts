import { type CalendarEvent, calendarEvents } from '../../domain/studio/calendar.ts';
import type { Instant } from '../../domain/time.ts';
import type { StudioApi } from '../../ports/studio/studio-api.ts';
import { sentenceOf } from './notices.ts';

/** The part of time that the calendar shows. */
export type CalendarRange = { readonly from: Instant; readonly till: Instant };

export class CalendarState {
  range: CalendarRange | null = null;
  /** Null until the events of the range have loaded. */
  events: readonly CalendarEvent[] | null = null;
  /** False if there are more titles than the provider lists at once. */
  isComplete = true;
  failure: string | null = null;

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

  failed(message: string): void {
    this.failure = message;
  }
}

/** Loads the starts and ends of windows for the calendar (STU-16). */
export class LoadCalendar {
  constructor(
    private readonly api: StudioApi,
    private readonly state: CalendarState,
  ) {}

  async show(range: CalendarRange): Promise<void> {
    this.state.show(range);
    const loaded = await this.api.windows(range.from, range.till);
    // Somebody may show another month meanwhile.
    if (this.state.range !== range) return;
    if (!loaded.ok) this.state.failed(sentenceOf(loaded.error));
    else {
      const { rows, isComplete } = loaded.value;
      this.state.loaded(calendarEvents(rows, range.from, range.till), isComplete);
    }
  }
}
