import * as v from 'valibot';
import type { ListeningNumbers } from '../../../domain/listening/listening-numbers.ts';
import type { ListeningApi } from '../../../ports/content-api.ts';
import type { ApiClient } from '../api-client.ts';
import { apiPath } from '../api-path.ts';
import { decoder, type Decoder } from '../wire/decoded.ts';
import { entryOf, readList } from '../wire/lists.ts';
import { optionalNumber, requiredWords, wireId } from '../wire/scalars.ts';

/** The listener's listening in numbers over HTTP (PROG-84). */
export class HttpListening implements ListeningApi {
  /** @param timeZone the name of the time zone of the browser, as `Europe/Berlin` */
  constructor(
    private readonly api: ApiClient,
    private readonly timeZone: () => string,
  ) {}

  async numbers() {
    const params = { zone: this.timeZone() };
    return this.api.get({ path: apiPath`/user/listening`, params, needsNewRequest: true }, decodeNumbers);
  }
}

const calendarDay = v.pipe(v.string(), v.isoDate());
const seconds = v.pipe(v.number(), v.minValue(0));
const dayOfListening = entryOf(v.object({ day: calendarDay, seconds }));
const person = entryOf(v.object({ id: wireId, name: requiredWords, seconds }));

const numbers = v.object({
  today: calendarDay,
  days: v.unknown(),
  finished_books: optionalNumber,
  authors: v.optional(v.unknown()),
  narrators: v.optional(v.unknown()),
});

const decodeNumbers: Decoder<ListeningNumbers> = decoder((body, log) => {
  const read = v.safeParse(numbers, body);
  if (!read.success) return null;
  const days = readList(read.output.days, 'days', dayOfListening, log);
  if (days === null) return null;
  return {
    today: read.output.today,
    days,
    finishedBooks: read.output.finished_books ?? 0,
    authors: readList(read.output.authors, 'authors', person, log) ?? [],
    narrators: readList(read.output.narrators, 'narrators', person, log) ?? [],
  };
});
