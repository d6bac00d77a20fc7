import { type Fields, isFields } from '../text.ts';

/** The values that the embedded provider adds to the configuration document where they are missing (APP-33). */
export interface OwnServices {
  readonly userPoolId: string;
  /** Absolute address of the pool's endpoint. */
  readonly poolEndpoint: string;
  /** Absolute address of the hosted login's pages. Missing: the app does not offer them. */
  readonly hostedLogin?: {
    readonly url: string;
    /** `only`: the sign-in screen has no other button for it. */
    readonly passkeys?: 'on' | 'only';
    /** The names of the providers at which people can sign in (SES-153). */
    readonly providers?: readonly string[];
    /** `off`: the sign-in screen has no button for the page itself. */
    readonly button?: 'off';
  };
  /** Absolute address for reports of errors in browsers. Missing: the app sends none (APP-83). */
  readonly errorReports?: string;
  /** Absolute addresses of the provider's own pages, by the fields of the document's links. */
  readonly links: Readonly<Record<string, string>>;
  /** An analytics and a messaging service. Missing: the provider imitates none. */
  readonly amplitude?: { readonly apiKey: string; readonly serverUrl: string };
  readonly braze?: { readonly apiKey: string; readonly baseUrl: string };
  /** What the membership offers. Missing: what the app says by default. */
  readonly offer?: Offer;
}

/** What a provider may say of its membership (ENT-79). */
interface Offer {
  readonly benefits: readonly string[];
  readonly plans?: readonly OfferedPlan[];
}

/** Prices are in dollars. */
interface OfferedPlan {
  readonly name: 'Annual' | 'Monthly';
  readonly price: number;
  readonly pricePerMonth?: number;
  readonly isPreselected?: boolean;
}

const ELEMENT = /(?<open><script\b[^>]*\bid="configuration"[^>]*>)(?<json>[^<]*)(?=<\/script>)/i;

/**
 * The configuration document in a page.
 *
 * @returns null if there is none or it cannot be read; the page itself reports that
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
 * Adds the provider's own services where the document names none. If the document names another pool, a missing endpoint
 * means the regional endpoint of that pool, and not the embedded pool.
 */
export function withOwnServices(document: Fields, own: OwnServices): Fields {
  return withOwnCollectors(withOwnPool(withOwnLinks(document, own), own), own);
}

/** Adds links to the provider's own pages, and its offer. With another provider, a missing link means that there is no page. */
function withOwnLinks(document: Fields, own: OwnServices): Fields {
  const { apiUrl, links = {} } = document;
  const isOwnApi = apiUrl === undefined || originOf(apiUrl) === originOf(own.poolEndpoint);
  if (!isOwnApi || !namesOwnPool(document, own) || !isFields(links)) return document;
  return {
    ...(own.offer !== undefined && { offer: own.offer }),
    ...(own.errorReports !== undefined && { errorReports: own.errorReports }),
    ...document,
    links: { ...own.links, ...links },
  };
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
    // The hosted login issues tokens of the embedded pool, so it is offered with that pool only.
    ...(own.hostedLogin !== undefined && { hostedLogin: own.hostedLogin }),
    ...document,
    cognito: { ...cognito, endpoint: own.poolEndpoint },
  };
}

/** Adds each service that the document does not name. `null` in the document turns a service off. */
function withOwnCollectors(document: Fields, { amplitude, braze }: OwnServices): Fields {
  return {
    ...(amplitude !== undefined && { amplitude }),
    ...(braze !== undefined && { braze }),
    ...document,
  };
}

/** Replaces the document in a page. No value in it can end the script element. */
export function writeConfiguration(html: string, document: Fields): string {
  const json = JSON.stringify(document, null, 2).replaceAll('<', String.raw`\u003c`);
  return html.replace(ELEMENT, (_match, open: string) => open + json);
}
