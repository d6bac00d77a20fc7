import * as v from 'valibot';
import { OPERATOR } from '../../members/audit.ts';
import { addMember } from '../../members/manage-members.ts';
import type { Role } from '../../members/tables.ts';
import type { Provider } from '../../provider.ts';
import { session, userOf } from '../pool/client.ts';
import { ApiClient, type ApiResponse, parsed } from '../support/provider.ts';
import * as wire from '../../api/response-schemas.ts';

const PASSWORD = 'correct horse battery';

/** Calls the API of the studio over HTTP. */
export class StudioClient {
  constructor(
    readonly origin: string,
    readonly token: string | null,
  ) {}

  get(path: string): Promise<ApiResponse> {
    return this.call('GET', path);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> {
    const response = await fetch(`${this.origin}/api/studio${path}`, {
      method,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
      }),
    });
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  }

  async detail(id: string): Promise<Detail> {
    return v.parse(detail, (await this.get(`/titles/${id}`)).body);
  }

  /** Edits the newest version of a title. */
  async edit(id: string, body: unknown): Promise<Detail> {
    const { version } = await this.detail(id);
    const response = await this.call('PATCH', `/titles/${id}`, body, { 'if-match': `"${version}"` });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return v.parse(detail, response.body);
  }
}

/** Adds a member, and signs in. */
export async function member(
  { db, pool, clock, origin }: Provider,
  email: string,
  role: Role,
  plan: 'annual' | null = null,
): Promise<{ readonly studio: StudioClient; readonly api: ApiClient }> {
  await addMember(
    { db, pool, clock, by: OPERATOR },
    { email, name: 'Pat', role, plan, until: null, password: PASSWORD },
  );
  const token = (await session(userOf(`${origin}/pool`, email), PASSWORD)).access;
  return { studio: new StudioClient(origin, token), api: new ApiClient(origin, token) };
}

const instant = v.nullable(v.pipe(v.string(), v.isoTimestamp()));
const kind = v.picklist(['file', 'podcast', 'collection']);
const state = v.picklist(['published', 'hidden', 'missing']);
const contentType = v.picklist([0, 1, 2, 3, 4, 5]);

const windows = {
  valid_from: instant,
  valid_till: instant,
  listen_free_start: instant,
  listen_free_end: instant,
  discount_price: v.nullable(v.number()),
  discount_start: instant,
  discount_end: instant,
};

/** The shapes of the responses, described a second time. No other field is allowed. */
const row = v.strictObject({
  id: v.string(),
  kind,
  content_type: contentType,
  title: v.string(),
  authors: v.array(v.string()),
  img_url: v.string(),
  run_time: v.nullable(v.number()),
  added_at: instant,
  state,
  is_edited: v.boolean(),
  ...windows,
});

export const rows = v.strictObject({ total: v.number(), titles: v.array(row) });

const names = v.array(v.string());

export const detail = v.strictObject({
  id: v.string(),
  kind,
  state,
  version: v.string(),
  item: wire.item,
  public_feed: v.nullable(v.string()),
  found: v.strictObject({
    title: v.string(),
    description: v.string(),
    authors: names,
    categories: names,
    topics: names,
    series: v.array(v.strictObject({ name: v.string(), sequence: v.string() })),
    narrators: names,
    ...windows,
    has_listen_free_content: v.boolean(),
    pdf_url: v.nullable(v.string()),
    hidden: v.literal(false),
  }),
  edited: names,
  edited_at: instant,
  edited_by: v.nullable(v.string()),
  members: v.nullable(
    v.array(
      v.strictObject({
        id: v.string(),
        title: v.string(),
        run_time: v.nullable(v.number()),
        content_type: contentType,
      }),
    ),
  ),
  edition_of: v.nullable(v.strictObject({ id: v.string(), title: v.string() })),
  editions: v.array(v.strictObject({ id: v.string(), title: v.string() })),
  transcripts: v.array(
    v.strictObject({
      id: v.string(),
      language: v.string(),
      source: v.picklist(['studio', 'file', 'inside', 'feed']),
      origin: v.string(),
      is_timed: v.boolean(),
      is_shown: v.boolean(),
      chapters: v.array(v.number()),
    }),
  ),
  problems: v.optional(names, []),
});

export type Detail = v.InferOutput<typeof detail>;
