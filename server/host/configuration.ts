import { type Fields, isFields } from '../fields.ts';

/** What the embedded provider fills in where the configuration document leaves it open (APP-33). */
export interface OwnServices {
  readonly userPoolId: string;
  /** Absolute address of the pool's endpoint. */
  readonly poolEndpoint: string;
  /** Absolute address of the hosted login's pages; absent where the app is not to offer them. */
  readonly hostedLogin?: string;
  /** Absolute addresses of the provider's own pages, by the fields of the document's links. */
  readonly links: Readonly<Record<string, string>>;
  /** An analytics and a messaging service; absent where the provider stands in for neither. */
  readonly amplitude?: { readonly apiKey: string; readonly serverUrl: string };
  readonly braze?: { readonly apiKey: string; readonly baseUrl: string };
}

const ELEMENT = /(?<open><script\b[^>]*\bid="configuration"[^>]*>)(?<json>[^<]*)(?=<\/script>)/i;

/**
 * The configuration document that a page carries.
 *
 * @returns null where there is none, or one that cannot be read; the page says so itself
 */
export function readConfiguration(html: string): Fields | null {
  const json = ELEMENT.exec(html)?.groups?.['json'];
  if (json === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(json);
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * Fills in the provider's own services where the document names none; what it names stays. The embedded pool is no
 * answer for a document that names another pool: there, an absent endpoint means the regional one.
 */
export function withOwnServices(document: Fields, own: OwnServices): Fields {
  return withOwnCollectors(withOwnPool(withOwnLinks(document, own), own), own);
}

/** The provider's own pages say nothing of another provider: there, an absent link means that there is no page. */
function withOwnLinks(document: Fields, own: OwnServices): Fields {
  const { apiUrl, links = {} } = document;
  const isOwnApi = apiUrl === undefined || originOf(apiUrl) === originOf(own.poolEndpoint);
  if (!isOwnApi || !namesOwnPool(document, own) || !isFields(links)) return document;
  return { ...document, links: { ...own.links, ...links } };
}

const originOf = (address: unknown): string | undefined =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;

function namesOwnPool(document: Fields, own: OwnServices): boolean {
  const pool = isFields(document['cognito']) ? document['cognito']['userPoolId'] : undefined;
  return pool === undefined || pool === own.userPoolId;
}

function withOwnPool(document: Fields, own: OwnServices): Fields {
  const cognito = isFields(document['cognito']) ? document['cognito'] : {};
  if (cognito['endpoint'] !== undefined || !namesOwnPool(document, own)) return document;
  return {
    // Its tokens are those of the embedded pool, so it is offered beside that pool only.
    ...(own.hostedLogin !== undefined && { hostedLogin: { url: own.hostedLogin } }),
    ...document,
    cognito: { ...cognito, endpoint: own.poolEndpoint },
  };
}

/** Each service by itself; `null` in the document says that it is to stay off. */
function withOwnCollectors(document: Fields, { amplitude, braze }: OwnServices): Fields {
  return {
    ...(amplitude !== undefined && { amplitude }),
    ...(braze !== undefined && { braze }),
    ...document,
  };
}

/** Puts a document in the place of the one that the page carries. No value of it can end the script element. */
export function writeConfiguration(html: string, document: Fields): string {
  const json = JSON.stringify(document, null, 2).replaceAll('<', String.raw`\u003c`);
  return html.replace(ELEMENT, (_match, open: string) => open + json);
}
