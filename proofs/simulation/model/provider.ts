import { TITLES, type Title } from './catalogue.ts';
import type { Pool } from './pool.ts';

/** A request as a service receives it. */
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | null;
  readonly body: string;
};

export type SentResponse = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The provider's record of a position, in milliseconds of the content. */
export type Position = {
  readonly chapter: number | null;
  readonly position: number;
  readonly speed: number;
  readonly isActive: boolean;
  readonly updatedAt: number;
};

type Plan = { isExpired: boolean };

/** What the provider has stored of a listener. */
export class Member {
  plan: Plan | null = null;
  readonly purchases = new Set<string>();
  readonly favorites = new Set<string>();
  readonly positions = new Map<string, Position>();
  /** Royalties in milliseconds, by content. */
  readonly counted = new Map<string, number>();

  constructor(
    readonly id: string,
    readonly email: string,
  ) {}
}

const END = 5_000;
const ADDRESS_LIFETIME = 10 * 60_000;

const ok = (body: unknown): SentResponse => ({ status: 200, body: JSON.stringify(body) });
const refused = (status: number): SentResponse => ({ status, body: '{}' });
const EMPTY_PAGE = { results: [], next_page_key: null };

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

const number = (value: unknown, name: string): number | null => {
  const found = field(value, name);
  return typeof found === 'number' ? found : null;
};

const listIn = (body: string): readonly unknown[] => {
  const parsed: unknown = JSON.parse(body);
  return Array.isArray(parsed) ? parsed : [];
};

/** Reads the body of a royalty report: contents and milliseconds. */
export const royaltiesIn = (
  body: string,
): readonly { readonly content: string; readonly duration: number }[] =>
  listIn(body).map((sent) => ({
    content: String(field(sent, 'content_id')),
    duration: number(sent, 'duration') ?? Number.NaN,
  }));

/** Reads the contents that a report of positions names. */
export const contentsIn = (body: string): readonly string[] =>
  listIn(body).map((sent) => String(field(sent, 'id')));

/** A provider that stores every report as it is. It limits nothing, so that every wrong report is noticed. */
export class Provider {
  readonly members = new Map<string, Member>();

  constructor(private readonly pool: Pool) {}

  respond(asked: Asked, now: number): SentResponse {
    const { method, path, query } = asked;
    if (path === '/user/login_attempts') return ok({});
    const user = this.pool.userOf(asked.authorization?.replace('Bearer ', '') ?? '', now);
    const member = user === null ? undefined : this.members.get(user);
    if (member === undefined) return refused(401);
    const route = `${method} ${path.replace(/\/$/u, '')}`;
    if (route === 'POST /user/content') return this.savePositions(member, asked.body, now);
    if (route === 'POST /audio/reporting') return this.count(member, asked.body);
    if (route === 'POST /favorites/content') return saveFavorite(member, asked.body);
    if (route === 'GET /user') return ok(describe(member));
    if (route === 'GET /audio/tokenize') {
      return ok({ tokenized_url: `${query.get('url') ?? ''}?until=${String(now + ADDRESS_LIFETIME)}` });
    }
    if (path.startsWith('/user/playing-data/')) return recordOf(member, path.split('/').at(-1) ?? '');
    if (route === 'GET /podcast-episodes') {
      const episodes = TITLES.filter(({ podcast }) => podcast === query.get('pid'));
      return ok({ results: episodes.map((title) => describeTitle(title, member)), next_page_key: null });
    }
    const id = /^\/content\/(?<id>[\w-]+)$/u.exec(path)?.groups?.['id'];
    const title = TITLES.find((each) => each.id === id);
    if (title !== undefined) return ok(describeTitle(title, member));
    return id === undefined ? ok(EMPTY_PAGE) : refused(404);
  }

  private savePositions(member: Member, body: string, now: number): SentResponse {
    for (const sent of listIn(body)) {
      const title = TITLES.find(({ id }) => id === field(sent, 'id'));
      const speed = number(sent, 'playback_speed');
      if (title === undefined || speed === null) continue;
      const chapter = number(sent, 'chapter_index');
      const run = (chapter === null ? title.runTime : (title.chapters[chapter - 1] ?? 0)) * 1000;
      const position = Math.min(number(sent, 'chapter_position') ?? number(sent, 'last_position') ?? 0, run);
      const isLast = chapter === null || chapter === title.chapters.length;
      const isActive = !isLast || position < run - END;
      member.positions.set(title.id, { chapter, position, speed, isActive, updatedAt: now });
    }
    return ok({});
  }

  private count(member: Member, body: string): SentResponse {
    for (const { content, duration } of royaltiesIn(body))
      member.counted.set(content, (member.counted.get(content) ?? 0) + duration);
    return ok({});
  }
}

function saveFavorite(member: Member, body: string): SentResponse {
  const sent: unknown = JSON.parse(body);
  const id = String(field(sent, 'content_id'));
  if (field(sent, 'is_favorite') === true) member.favorites.add(id);
  else member.favorites.delete(id);
  return ok({});
}

const describe = ({ id, email, plan }: Member) => ({
  id,
  email,
  full_name: `Listener ${id}`,
  payment_details:
    plan === null
      ? {}
      : { is_expired: plan.isExpired, is_canceled: false, is_trialing: false, duration: 'monthly' },
});

const recordOf = (member: Member, content: string): SentResponse => {
  const found = member.positions.get(content);
  if (found === undefined) return refused(404);
  const { chapter, position, speed, isActive, updatedAt } = found;
  return ok({
    is_active: isActive,
    content_type: TITLES.find(({ id }) => id === content)?.type,
    chapter_index: chapter,
    chapter_position: chapter === null ? null : position,
    last_position: chapter === null ? position : null,
    playback_speed: speed,
    updated_at: updatedAt,
  });
};

const describeTitle = (title: Title, member: Member) => ({
  id: title.id,
  title: title.id,
  content_type: title.type,
  run_time: title.runTime,
  url: title.chapters.length > 0 || title.isPodcast ? null : `/media/audio/${title.id}.mp3`,
  chapter_info: title.chapters.map((run, at) => ({
    chapter_title: `Chapter ${String(at + 1)}`,
    chapter_url: `/media/audio/${title.id}-${String(at + 1)}.mp3`,
    chapter_index: at + 1,
    chapter_run_time: run,
  })),
  valid_till: title.validTill,
  has_listen_free_content: title.isFree,
  is_purchased: member.purchases.has(title.id),
  is_favorite: member.favorites.has(title.id),
});
