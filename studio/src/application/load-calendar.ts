import { calendarEvents } from '../domain/title.ts';
import type { StudioApi } from '../ports/studio-api.ts';
import { sentenceOf } from './sentences.ts';
import type { CalendarState, CalendarRange } from './calendar-state.ts';

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
