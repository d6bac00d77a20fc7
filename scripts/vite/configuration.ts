export type Fields = { readonly [name: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `VITE_` variables, as Vite reads them from the environment and from `.env` files. */
export type Variables = Readonly<Record<string, unknown>>;

const EMBEDDED_POOL = 'us-west-2_Embedded01';

/** The variables of the links that every provider should have, by their fields. */
const LINKS = {
  help: 'LINK_HELP',
  privacy: 'LINK_PRIVACY',
  terms: 'LINK_TERMS',
  annual: 'LINK_ANNUAL',
  monthly: 'LINK_MONTHLY',
  mobileApp: 'LINK_MOBILE_APP',
};

/**
 * Makes the configuration document from the `VITE_` variables. An empty variable counts as missing. A field without a value
 * is left out; the app or the host uses its default.
 */
export function configurationFrom(variables: Variables): Fields {
  const text = (name: string): string | undefined => {
    const value = variables[`VITE_${name}`];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const list = (name: string): readonly string[] | undefined => text(name)?.split(/\s+/);

  return present({
    brand: text('BRAND') ?? 'Hark',
    apiUrl: text('API_URL'),
    mediaOrigins: list('MEDIA_ORIGINS'),
    cognito: present({
      region: text('COGNITO_REGION'),
      userPoolId: text('COGNITO_USER_POOL_ID') ?? EMBEDDED_POOL,
      clientId: text('COGNITO_CLIENT_ID') ?? 'embeddedwebclient00000001',
      endpoint: text('COGNITO_ENDPOINT'),
      authFlow: text('COGNITO_AUTH_FLOW'),
      client: text('COGNITO_CLIENT'),
    }),
    hostedLogin: group({
      url: text('HOSTED_LOGIN_URL'),
      passkeys: text('HOSTED_LOGIN_PASSKEYS'),
      // Names have spaces.
      providers: text('HOSTED_LOGIN_PROVIDERS')
        ?.split(',')
        .map((name) => name.trim()),
    }),
    signUpConfirmation: text('SIGN_UP_CONFIRMATION') ?? 'code',
    braze: group({
      apiKey: text('BRAZE_API_KEY'),
      baseUrl: text('BRAZE_BASE_URL'),
      htmlScripts: text('BRAZE_HTML_SCRIPTS'),
    }),
    amplitude: group({
      apiKey: text('AMPLITUDE_API_KEY'),
      serverUrl: text('AMPLITUDE_SERVER_URL'),
      zone: text('AMPLITUDE_ZONE'),
      batch: text('AMPLITUDE_BATCH'),
    }),
    links: present({
      ...Object.fromEntries(Object.entries(LINKS).map(([field, variable]) => [field, text(variable)])),
      purchase: text('LINK_PURCHASE'),
    }),
    offer: offerIn(text('OFFER')),
    languages: text('LANGUAGES'),
    sessionStore: text('SESSION_STORE') ?? 'local',
    storage: text('STORAGE') ?? 'local',
  });
}

/** The JSON of the offer. The app says what is wrong with its fields. */
const offerIn = (json: string | undefined): unknown => {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('VITE_OFFER is not readable JSON');
  }
};

/**
 * The variables of the missing links in a document for another provider. The embedded provider has its own pages for
 * them.
 */
export function missingLinks({ apiUrl, cognito, links }: Fields): readonly string[] {
  const pool = isFields(cognito) ? cognito : {};
  const isEmbedded =
    apiUrl === undefined && pool['endpoint'] === undefined && pool['userPoolId'] === EMBEDDED_POOL;
  const named = isFields(links) ? links : {};
  return isEmbedded
    ? []
    : Object.entries(LINKS).flatMap(([field, variable]) => (field in named ? [] : [`VITE_${variable}`]));
}

/** Writes a document as JSON in which no value can end the script element. */
export const toInlineJson = (document: Fields): string =>
  JSON.stringify(document, null, 2).replaceAll('<', String.raw`\u003c`);

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A group of fields. It is left out if all its fields are missing. */
function group(fields: Fields): Fields | undefined {
  const found = present(fields);
  return Object.keys(found).length > 0 ? found : undefined;
}
