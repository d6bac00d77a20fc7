import Fastify, { type FastifyInstance } from 'fastify';
import type { LogEvent } from 'kysely';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AdminContext } from './admin/commands.ts';
import type { ApiContext } from './api/context.ts';
import { BILLING, BILLING_SIGN_IN, type OpenBilling, openBilling } from './billing/index.ts';
import { billingMigrations } from './billing/migrations.ts';
import type { StripeSettings } from './billing/stripe/stripe-service.ts';
import type { OwnBillingTables } from './billing/tables.ts';
import { originRule } from './http/cors.ts';
import { DatabaseCounts, requestCountMigrations, type RequestCountTables } from './http/database-counts.ts';
import { limitDatabaseTime, nameRetryTime } from './http/database-time.ts';
import { guardOwnRoutes } from './http/own-machine.ts';
import { namePublicOrigin } from './http/public-origin.ts';
import { RequestCounts } from './http/request-counts.ts';
import { logStoreOutages } from './http/store-outages.ts';
import { refuseAddress, secureResponses } from './http/security-headers.ts';
import { limitBodies } from './http/slow-bodies.ts';
import { isRefused, readAccess } from './members/entitlement.ts';
import { changeAddress, removeListener } from './members/listeners.ts';
import { readReports } from './members/read-reports.ts';
import { productApi } from './api/index.ts';
import { LARGEST_BODY_BYTES } from './api/limits.ts';
import { renewWords } from './catalogue/renew-words.ts';
import { ItemDocuments } from './catalogue/documents.ts';
import { createClock, type MovableClock } from './clock.ts';
import type { Database, Tables } from './members/tables.ts';
import { type DatabaseLocation, openDatabase } from './db/open.ts';
import type { DatabaseUser } from './db/own/server.ts';
import {
  announceProvider,
  runningProviderMigrations,
  type RunningProviderTables,
} from './db/running-providers.ts';
import { openSecret } from './db/secret.ts';
import type { SeedProgress } from './catalogue/seed-catalogue.ts';
import { receivedEventMigrations } from './demo/collectors/received.ts';
import { demo } from './demo/index.ts';
import { installFaults } from './faults/index.ts';
import { Feeds } from './feeds/feeds.ts';
import { withFeeds } from './feeds/index.ts';
import { feedMigrations } from './feeds/migrations.ts';
import type { FeedTables } from './feeds/tables.ts';
import { appHost } from './host/index.ts';
import { type LibrarySource, librarySource, UPLOADS } from './library/index.ts';
import { Library } from './library/library.ts';
import { libraryMigrations } from './library/migrations.ts';
import type { OwnTables } from './library/tables.ts';
import { type InvitationMails, invitations, sendMails, sendsMail } from './mail/index.ts';
import { mailMigrations } from './mail/migrations.ts';
import { enqueue } from './mail/outbox.ts';
import type { MailSettings } from './mail/smtp.ts';
import type { MailTables } from './mail/tables.ts';
import { createMediaAddresses } from './media/addresses.ts';
import { findMediaSource } from './media/find-source.ts';
import { poolControl } from './pool/control.ts';
import { createPool, type Pool } from './pool/index.ts';
import { poolMigrations, type PoolTables } from './pool/migrations.ts';
import { printable } from './printable.ts';
import type { Repeated } from './repeat.ts';
import { prepareStudio, studioApi } from './studio/index.ts';
import { placeFile, storeFile } from './studio/uploads/place-file.ts';
import { claimDatabase } from './claim-database.ts';
import type { ProviderSource, SourceContext } from './source.ts';
import type { StoreAddress } from './store/address.ts';
import { ClaimedKeys, type ClaimedKeyTables } from './store/claimed-keys.ts';
import { FileStore } from './store/file-store.ts';
import { LocalCopies } from './store/local-copies.ts';
import { MadeMedia, madeMediaMigrations, type MadeMediaTables } from './store/made-media.ts';
import { type MediaStore, StoreUnavailableError } from './store/media-store.ts';
import { ActiveListeners } from './watch/active-listeners.ts';
import { type Draining, healthRoutes } from './watch/health.ts';
import { logRequests } from './watch/log.ts';
import { Metrics } from './watch/metrics.ts';
import { measureQueues } from './watch/queues.ts';
import type { Traces } from './watch/traces.ts';

/** The pool of the embedded provider. An app without other settings uses the same names. */
export const EMBEDDED_POOL = {
  region: 'us-west-2',
  userPoolId: 'us-west-2_Embedded01',
  clientId: 'embeddedwebclient00000001',
} as const;

export interface ProviderOptions {
  /** Loopback by default. */
  readonly host?: string;
  /** 0, the default, chooses a free port. */
  readonly port?: number;
  /** The folder of the database and the made media. */
  readonly dataDir: string;
  /** A PostgreSQL server to use in place of the provider's own, which is in the data folder. */
  readonly databaseUrl?: string;
  /** The same database without a pooler, for migrations and background work. The same as `databaseUrl` by default. */
  readonly databaseDirectUrl?: string;
  /** The most connections to that server for requests; 10 by default. */
  readonly databaseConnections?: number;
  /** Empties the database in the data folder first. */
  readonly reset?: boolean;
  /** The folder of the built app. Without it, only the services run. */
  readonly dist?: string;
  /**
   * Absolute paths of folders with audio files. If given, the provider serves these files, and nothing of the
   * demonstration.
   */
  readonly library?: readonly string[];
  /** Where uploads, PDFs and made media of a library are. By default in the data folder. */
  readonly mediaStore?: StoreAddress;
  /** The most bytes of made media; 4 GB by default. */
  readonly mostMadeBytes?: number;
  /** Networks that podcasts may come from although they are not public, such as `192.168.0.0/16`. */
  readonly feedNetworks?: readonly string[];
  /** The minimum number of items in the catalogue of the demonstration. */
  readonly scale?: number;
  /** Imitates the analytics and the messaging service and offers both to the app; true by default. */
  readonly collectors?: boolean;
  /** Offers the demonstration's page of a mobile app to the app; true by default. */
  readonly mobileApp?: boolean;
  /** Offers the hosted login to the app if its configuration names none. */
  readonly hostedLogin?: boolean;
  /** Lets everybody sign in with a code that is sent by mail, without the password. */
  readonly passwordlessSignIn?: boolean;
  /** Sells plans and titles through Stripe. Without it, the demonstration has pages where no money moves (ENT-67). */
  readonly stripe?: StripeSettings;
  /** The days before the first payment of somebody's first plan; 0 by default: no trial. */
  readonly trialDays?: number;
  /** Opens the test controls below `/__`, for this machine only. */
  readonly faults?: boolean;
  /** Origins whose pages may call the product API and the pool; every loopback origin by default. */
  readonly allowedOrigins?: readonly string[];
  /** Other origins that serve the app. The hosted login may redirect to them, too. */
  readonly appOrigins?: readonly string[];
  /** The mail server. Without it, codes and invitations are printed to the log. */
  readonly mail?: MailSettings;
  /** The most requests of one network address in a second. By default each service has a limit of its own. */
  readonly requestsPerSecond?: number;
  /** How long a tokenised media address is valid; ten minutes by default. */
  readonly mediaAddressSeconds?: number;
  /** The origin under which listeners reach the provider. By default the one that each request names; in mails the server's. */
  readonly publicUrl?: string;
  /** Addresses and networks of the proxies in front. Only their `X-Forwarded-*` headers count. */
  readonly trustedProxies?: readonly string[];
  /** Receives one line for each request. */
  readonly requestLog?: Logger;
  /** Sends traces to the collector that the variables of OpenTelemetry name. */
  readonly traces?: boolean;
  /** What other machines have to send to read the metrics. */
  readonly metricsToken?: string;
  /** How long calls are still accepted at the end, in seconds; 0 by default. */
  readonly drainSeconds?: number;
  /** Receives one line for each code that a real pool would send, and for each failure. */
  readonly log?: (line: string) => void;
  readonly progress?: SeedProgress;
  /** Refuses an answer of the product API that does not fit its description, for tests. */
  readonly checkAnswers?: boolean;
  /** Receives every statement, for tests that read query plans. */
  readonly queryLog?: (event: LogEvent) => void;
}

export interface Provider {
  /** The origin of the provider, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
  readonly clock: MovableClock;
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

const MIGRATIONS = {
  pool: poolMigrations,
  library: libraryMigrations,
  feeds: feedMigrations,
  billing: billingMigrations,
  mail: mailMigrations,
  store: madeMediaMigrations,
  limits: requestCountMigrations,
  running: runningProviderMigrations,
  demo: receivedEventMigrations,
};
const HOSTED_LOGIN = '/pool/hosted';
const TEN_MINUTES = 600;
const HEADERS_TIMEOUT_MS = 30_000;
/** How long requests and work that still run may take at the end. */
const CLOSE_MS = 3_000;
const CLOSE_CONNECTIONS_MS = 5_000;
/**
 * Starts the embedded provider on one origin: the product API, the user pool, the media and, if `dist` names it, the
 * built app.
 *
 * @throws {DatabaseUnusableError}
 * @throws {NewerDatabaseError}
 */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const log = (line: string): void => options.log?.(printable(line));
  const { library, feedNetworks = [] } = options;
  const own = ownFolders(options.dataDir);
  const store = await openStore(options, log);
  const isOnDisk = options.mediaStore === undefined;
  const copies = new LocalCopies(store, own.copies);
  const media = { store, uploads: isOnDisk ? own.uploads : null, copies };
  const ownSource = library === undefined ? null : withFeeds(librarySource(library, media), feedNetworks);
  const source = ownSource ?? demo;
  const metrics = new Metrics();
  const traces = await openTraces(options, log);
  const database = await openDatabase<Tables>(locationOf(options, 'provider', log), MIGRATIONS, (event) => {
    metrics.observeStatement(event);
    traces?.observeStatement(event);
    options.queryLog?.(event);
  });
  const clock = createClock(() => database.now());
  let running: Repeated | null = null;
  try {
    const { db } = database;
    running = await announceProvider(
      database.background.withTables<RunningProviderTables>(),
      { now: () => database.now() },
      log,
    );
    const announced = running;
    await claimDatabase(db, source.name);
    // The origin is known once the server listens. The links that the pool sends contain it.
    let origin = '';
    let billing: OpenBilling | null = null;
    const publicOrigin = (): string => options.publicUrl ?? origin;
    const publicAddress = (): string => `${publicOrigin()}/pool`;
    // Only this provider uses the server in its data folder, so this process counts alone.
    const isShared = options.databaseUrl !== undefined;
    const requestCounts = new RequestCounts(
      clock,
      isShared ? new DatabaseCounts(db.withTables<RequestCountTables>(), clock) : null,
    );
    const pool = await createPool({
      ...EMBEDDED_POOL,
      db: db.withTables<PoolTables>(),
      clock,
      log,
      issuer: issuer(),
      publicAddress,
      passwordlessSignIn: options.passwordlessSignIn,
      mail: options.mail && sendsMail(clock),
      onAddressChanged: changeAddress,
      onUserRemoved: removeListener,
      afterUserRemoved: async (sub) => billing?.forget(sub),
    });
    const { background } = database;
    billing = await billingOf(options, source, {
      db,
      background,
      clock,
      now: () => database.now(),
      pool,
      log,
      requestCounts,
    });
    const made = (rows: Database): MadeMedia =>
      new MadeMedia({
        db: rows.withTables<MadeMediaTables>(),
        store,
        clock,
        log,
        mostBytes: options.mostMadeBytes,
      });
    const content: SourceContext = {
      db: database.background,
      made: made(database.background),
      alone: database.alone,
      pool,
      clock,
      log,
      scale: options.scale ?? 0,
      ...(options.progress && { progress: options.progress }),
    };
    await source.prepare(content);
    if (source.name === 'library') await prepareStudio(db.withTables<OwnTables & FeedTables>());
    const addresses = createMediaAddresses({
      secret: await openSecret(db, 'provider_settings', 'secret/media-addresses'),
      clock,
      lifeSeconds: options.mediaAddressSeconds ?? TEN_MINUTES,
    });
    const draining = { isDraining: false };
    const activeListeners = new ActiveListeners(clock);
    metrics.measure({
      name: 'listeners_active',
      help: 'Listeners whose sound this process has sent within the last ten minutes.',
      read: () => activeListeners.count,
    });
    for (const [state, read] of Object.entries(database.connections)) {
      metrics.measure({
        name: `database_connections_${state}`,
        help: `Connections for requests: ${state}.`,
        read,
      });
    }
    measureQueues(metrics, db, { hasMail: options.mail !== undefined, sells: billing !== null });
    const invites = invitations(options.mail !== undefined, { clock, log, publicOrigin });
    const server = await buildServer(
      options,
      source,
      ownSource,
      {
        db,
        documents: new ItemDocuments(db),
        clock,
        pool,
        addresses,
        requestCounts,
        log,
        ...(billing && {
          refreshBilling: (sub: string) => billing.refresh(sub),
          billingPages: { startAt: (at: string) => at + BILLING, issueCode: (sub) => billing.issueCode(sub) },
        }),
      },
      clock,
      pool,
      billing,
      { metrics, traces, activeListeners, draining },
      invites,
      store,
      made(db),
    );
    await server.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
    origin = originOf(server);
    const work = source.start?.(content);
    const stopping = new AbortController();
    const renewing = renewWords(database.background, stopping.signal).catch((error: unknown) =>
      log(`search: the words of titles could not be renewed: ${String(error)}`),
    );
    const paying = billing?.start();
    const mails =
      options.mail &&
      sendMails({
        db: database.background.withTables<MailTables>(),
        clock,
        settings: options.mail,
        accountPage: () => `${publicOrigin()}/account`,
        log,
      });
    return {
      origin,
      clock,
      db,
      pool,
      async close() {
        draining.isDraining = true;
        await wait((options.drainSeconds ?? 0) * 1000);
        // A database server or a store that does not respond, or a slow reader, may not keep this process from its end.
        const impatience = [
          setTimeout(() => database.abort(), CLOSE_MS),
          setTimeout(() => {
            server.server.closeAllConnections();
            store.close();
          }, CLOSE_CONNECTIONS_MS),
        ];
        stopping.abort();
        await Promise.all([renewing, work?.stop(), paying?.stop(), mails?.stop(), server.close()]);
        await announced.stop();
        await Promise.all([database.close(), traces?.close(), copies.close()]);
        store.close();
        for (const timer of impatience) clearTimeout(timer);
      },
    };
  } catch (error) {
    await running?.stop();
    await database.close();
    store.close();
    throw error;
  }
}

/** A library sells nothing until it has a payment service, because its pages would give membership away. */
async function billingOf(
  { stripe, mail, trialDays = 0, requestsPerSecond }: ProviderOptions,
  source: ProviderSource,
  {
    db,
    background,
    clock,
    now,
    pool,
    log,
    requestCounts,
  }: Pick<SourceContext, 'db' | 'clock' | 'pool' | 'log'> &
    Pick<ApiContext, 'requestCounts'> & { background: Database; now: () => number },
): Promise<OpenBilling | null> {
  if (stripe === undefined && source.name !== 'demo') return null;
  return openBilling({
    db: db.withTables<OwnBillingTables>(),
    background: background.withTables<OwnBillingTables>(),
    clock,
    now,
    pool,
    clientId: EMBEDDED_POOL.clientId,
    hostedLogin: HOSTED_LOGIN,
    log,
    service: stripe ?? 'demo',
    requestCounts,
    requestsPerSecond,
    trialDays,
    async tellReceipt(transaction, { email, sub, label, amount, currency, paidAt }) {
      if (mail === undefined) return;
      const fields = { label, amount, currency, paid_at: paidAt };
      await enqueue(transaction, { kind: 'receipt', to: email, sub, fields }, clock.now());
    },
  });
}

/** An open database for the operator's commands. */
export interface OpenAdmin {
  readonly context: AdminContext;
  close(): Promise<void>;
}

/**
 * Opens the database for commands, without a provider. An empty database then belongs to a library.
 *
 */
export async function openForAdmin(
  options: Pick<
    ProviderOptions,
    'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'feedNetworks' | 'mail' | 'publicUrl'
  >,
  user: 'command' | 'restore',
): Promise<OpenAdmin> {
  const database = await openDatabase<Tables>(locationOf(options, user), MIGRATIONS);
  try {
    // A command may take long.
    const db = database.background;
    const clock = createClock(() => database.now());
    const owner = await claimDatabase(db, null);
    const pool = await createPool({
      ...EMBEDDED_POOL,
      db: db.withTables<PoolTables>(),
      clock,
      log: () => undefined,
      issuer: issuer(),
      mail: options.mail && sendsMail(clock),
      onUserRemoved: removeListener,
    });
    const isLibrary = owner === 'library';
    const library = isLibrary ? new Library(db, clock) : null;
    const feeds = isLibrary ? new Feeds(db, clock, options.feedNetworks ?? []) : null;
    return {
      context: {
        db,
        pool,
        clock,
        library,
        feeds,
        migrations: database.migrations,
        // No provider runs, so nobody else can print the password.
        invitations: invitations(options.mail !== undefined, {
          clock,
          log: () => undefined,
          publicOrigin: () => options.publicUrl ?? '',
        }),
      },
      async close() {
        await library?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the store of the media, and tries it.
 *
 * @throws {StoreUnavailableError} if only the operator can help: a wrong key, or no such bucket
 */
async function openStore(
  { mediaStore, dataDir }: ProviderOptions,
  log: (line: string) => void,
): Promise<MediaStore> {
  if (mediaStore === undefined) return new FileStore(resolve(dataDir));
  // The client is large, so only those who need it load it.
  const { S3Store } = await import('./store/s3-store.ts');
  const store = new S3Store(mediaStore);
  try {
    for await (const _ of store.list(`${UPLOADS}/`)) break;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    if (error.problem === 'refused' || error.problem === 'missing') {
      store.close();
      throw error;
    }
    log(`media: ${error.sentence}`);
  }
  return store;
}

/** Loads the code for traces only if they are on. */
async function openTraces({ traces }: ProviderOptions, log: (line: string) => void): Promise<Traces | null> {
  if (traces !== true) return null;
  const { Traces } = await import('./watch/traces.ts');
  return new Traces(log);
}

/** The folders that the provider itself fills. */
const ownFolders = (dataDir: string) => ({
  uploads: resolve(dataDir, 'uploads'),
  parts: resolve(dataDir, 'upload-parts'),
  copies: resolve(dataDir, 'media', 'copies'),
});

function locationOf(
  options: ProviderOptions,
  user: DatabaseUser,
  log?: (line: string) => void,
): DatabaseLocation {
  const {
    databaseUrl: url,
    databaseDirectUrl: directUrl,
    databaseConnections: connections,
    reset = false,
  } = options;
  const onTrouble = (sentence: string): void => log?.(`database: ${sentence}`);
  return url === undefined
    ? { kind: 'folder', dataDir: resolve(options.dataDir), user, reset, connections, onTrouble }
    : { kind: 'server', url, directUrl, connections, onTrouble };
}

/** What an operator can watch of a running provider. */
interface Watched {
  readonly metrics: Metrics;
  readonly traces: Traces | null;
  readonly activeListeners: ActiveListeners;
  readonly draining: Draining;
}

async function buildServer(
  options: ProviderOptions,
  source: ProviderSource,
  library: LibrarySource | null,
  context: ApiContext,
  clock: MovableClock,
  pool: Pool,
  billing: OpenBilling | null,
  { metrics, traces, activeListeners, draining }: Watched,
  invitations: InvitationMails,
  store: MediaStore,
  made: MadeMedia,
): Promise<FastifyInstance> {
  const { trustedProxies = [] } = options;
  const server = Fastify({
    bodyLimit: LARGEST_BODY_BYTES,
    // Bodies have limits of their own, because large files take long.
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    // At the end, calls that have begun are served.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: refuseAddress,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  const { allowedOrigins = options.publicUrl === undefined ? undefined : [options.publicUrl] } = options;
  const origins = originRule(allowedOrigins);
  if (options.requestLog !== undefined) logRequests(server, options.requestLog);
  metrics.observeRequests(server);
  traces?.observeRequests(server);
  namePublicOrigin(server, options.publicUrl);
  secureResponses(server);
  nameRetryTime(server);
  logStoreOutages(server, context.log);
  // The embedded database has no one to wait for.
  if (options.databaseUrl !== undefined) limitDatabaseTime(server);
  limitBodies(server);
  guardOwnRoutes(server);
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('date', new Date(clock.now()).toUTCString());
  });
  server.addHook('onSend', async (_request, reply) => {
    // Whoever keeps a connection should open the next one to another process.
    if (draining.isDraining) reply.header('connection', 'close');
  });
  healthRoutes(server, context.db, draining);
  metrics.route(server, options.metricsToken);
  if (options.faults === true) {
    await installFaults(server, {
      clock,
      origins,
      expireTokens: () => pool.revokeAllAccessTokens(),
      readReports: () => readReports(context.db),
    });
    await server.register(poolControl(pool), { prefix: '/__pool' });
  }
  await server.register(productApi(context, origins, options.requestsPerSecond, options.checkAnswers), {
    prefix: '/api/v2',
  });
  if (library !== null) {
    const own = ownFolders(options.dataDir);
    const claims = new ClaimedKeys(context.db.withTables<ClaimedKeyTables>(), clock);
    const studio = {
      feeds: new Feeds(context.db, clock, options.feedNetworks ?? []),
      folders: library.folders,
      importAll: library.importAll,
      members: pool,
      invitations,
      store,
      parts: own.parts,
      async placeUpload(file: string, path: string) {
        if (options.mediaStore === undefined) return placeFile(file, own.uploads, path);
        await storeFile(file, store, claims, UPLOADS, path);
        library.uploadsChanged();
      },
    };
    const { requestsPerSecond } = options;
    await server.register(studioApi(context, studio, origins, requestsPerSecond), { prefix: '/api/studio' });
  }
  const { requestCounts } = context;
  await server.register(pool.routes(origins, requestCounts), { prefix: '/pool' });
  const { appOrigins = [] } = options;
  const mayReturnTo = originRule([...(allowedOrigins ?? []), ...appOrigins]);
  const ownPaths = billing === null ? [] : [BILLING_SIGN_IN];
  await server.register(pool.hostedLogin({ mayRead: origins, mayReturnTo, ownPaths }, requestCounts), {
    prefix: HOSTED_LOGIN,
  });
  if (billing !== null) await server.register(billing.pages, { prefix: BILLING });

  const media = source.createMedia({
    db: context.db,
    cacheDir: join(options.dataDir, 'media'),
    made,
    log: context.log,
    lookup: (path) => findMediaSource(context.db, path),
    verify(url) {
      const check = context.addresses.verify(url);
      if (check.verdict === 'ok') activeListeners.saw(check.listener);
      return check;
    },
    async mayHear(sub, path) {
      const medium = await findMediaSource(context.db, path);
      if (medium?.kind !== 'audio' || !(await pool.isActive(sub))) return false;
      return !isRefused(await readAccess(context, sub, medium));
    },
    clock,
    requestCounts,
    requestsPerSecond: options.requestsPerSecond,
  });
  server.addHook('onClose', () => media.close());
  await server.register(media.routes);

  const { pages } = source;
  const collectors = options.collectors === false ? null : source.collectors;
  if (collectors !== null) {
    const { requestsPerSecond, faults: control = false } = options;
    const { db } = context;
    await collectors.install(server, { db, clock, requestCounts, origins, control, requestsPerSecond });
  }

  if (options.dist !== undefined) {
    if (pages !== null) await server.register(pages.routes, { prefix: pages.prefix });
    const pageLinks = (origin: string): Readonly<Record<string, string>> => {
      const { mobileApp, ...links } = pages?.linksAt(origin) ?? {};
      return mobileApp === undefined || options.mobileApp === false ? links : { ...links, mobileApp };
    };
    await server.register(
      appHost({
        dist: options.dist,
        hasStudio: source.name === 'library',
        servicesAt: (origin) => ({
          userPoolId: EMBEDDED_POOL.userPoolId,
          poolEndpoint: `${origin}/pool`,
          links: { ...pageLinks(origin), ...billing?.linksAt(origin) },
          ...(options.hostedLogin === true && { hostedLogin: origin + HOSTED_LOGIN }),
          ...collectors?.configurationAt(origin),
        }),
      }),
    );
  }
  return server;
}

/**
 * The issuer of the tokens, in the form that every verifier derives from region and pool. Here it is only a name, not
 * an address. So the tokens stay valid when the provider restarts on another port, and for every process that shares
 * the database.
 */
function issuer(): string {
  return `https://cognito-idp.${EMBEDDED_POOL.region}.amazonaws.com/${EMBEDDED_POOL.userPoolId}`;
}

function originOf(server: FastifyInstance): string {
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
