import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import type { PageKey } from '../../ports/content-api.ts';
import { apiPath, type ApiPath } from './api-path.ts';

/** Query parameters. An undefined one is not sent. Each text of a list is sent under the same name. */
export type Params = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Query parameters of one page of a list. The first page is page 1 (CAT-20). */
export const pageParams = (
  limit: number | undefined,
  page: PageKey | null,
  arrangement: Params = {},
): Params => ({
  limit,
  next_page: page ?? 1,
  ...arrangement,
});

/** What a GET asks for: the part of it that a response is cached under. */
export type Query = { readonly path: ApiPath | null; readonly params?: Params };

/**
 * The calls that a first page begins with. The start script sends them before the application has loaded, with the code
 * below (CAT-68).
 */
export const FIRST_CALLS = {
  browse: (): Query => ({ path: apiPath`/browse` }),
  forYou: (): Query => ({ path: apiPath`/for-you` }),
  activeContent: (page: PageKey | null): Query => ({
    path: apiPath`/user/content/`,
    params: { active: 1, ...pageParams(PAGE_SIZES.activeContent, page) },
  }),
  topics: (limit: number): Query => ({ path: apiPath`/topics`, params: { limit } }),
  content: (id: string): Query => ({ path: apiPath`/content/${id}` }),
  user: (): Query => ({ path: apiPath`/user` }),
};

export const queryOf = (params: Params = {}): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const each of [value ?? []].flat()) query.append(name, String(each));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

export const CONTENT_TYPE = { 'Content-Type': 'application/json' };

/** The version of the client that the product API expects in its header. The build has a version of its own (SES-72). */
export const API_CLIENT_VERSION = '1.2.6';

/** The headers of a call with a session (SES-72). */
export const sessionHeaders = (accessToken: string): Record<string, string> => ({
  // not translated: the value of a header
  Authorization: `Bearer ${accessToken}`,
  'X-Client-Version': API_CLIENT_VERSION,
  ...CONTENT_TYPE,
});

/** Separates the keys of the response cache from all other keys of the store. */
export const CACHE_PREFIX = 'response:';
