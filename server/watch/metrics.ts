import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, type LogEvent, type QueryExecutorProvider, sql } from 'kysely';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Clock } from '../clock.ts';
import { isOwnMachine } from '../http/own-machine.ts';

/** Seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const STATEMENT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** A value that is read whenever somebody asks for the metrics. */
export interface Measured {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** The metrics of one provider, in the format of Prometheus. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly done: Histogram.Internal<'outcome'>;
  private readonly failed: Histogram.Internal<'outcome'>;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // The format keeps this ending for counters. The gauges by type have the same numbers.
    for (const what of ['handles', 'requests', 'resources']) {
      this.registry.removeSingleMetric(`nodejs_active_${what}_total`);
    }
    const statements = new Histogram({
      name: 'database_statement_duration_seconds',
      help: 'Time of one statement in the database.',
      labelNames: ['outcome'],
      buckets: STATEMENT_BUCKETS,
      registers: [this.registry],
    });
    this.done = statements.labels('done');
    this.failed = statements.labels('failed');
  }

  /** Receives every statement from Kysely. */
  observeStatement({ level, queryDurationMillis }: LogEvent): void {
    (level === 'error' ? this.failed : this.done).observe(queryDurationMillis / 1000);
  }

  /** Measures the requests of a server and its plugins. To be called before any route is registered. */
  observeRequests(server: FastifyInstance): void {
    const duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers: [this.registry],
    });
    const running = new Gauge({
      name: 'http_requests_running',
      help: 'Requests whose response has not ended.',
      registers: [this.registry],
    });
    const started = new WeakSet<FastifyRequest>();
    server.addHook('onRequest', (request, _reply, done) => {
      started.add(request);
      running.inc();
      done();
    });
    const end = (request: FastifyRequest): void => {
      if (started.delete(request)) running.dec();
    };
    server.addHook('onRequestAbort', (request, done) => {
      end(request);
      done();
    });
    server.addHook('onResponse', (request, reply, done) => {
      end(request);
      const { method, routeOptions } = request;
      // An unknown path has no route. Its text would make a new time series each time.
      const labels = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode };
      duration.observe(labels, reply.elapsedTime / 1000);
      done();
    });
  }

  measure({ name, help, read }: Measured): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        // A value that cannot be read now, for example without the database, does not hide the others.
        gauge.set(await Promise.resolve(read()).catch(() => Number.NaN));
      },
    });
  }

  /** Counts rows that wait in the database, which all processes share. */
  measureRows(
    db: QueryExecutorProvider,
    { name, help, rows }: Omit<Measured, 'read'> & { readonly rows: string },
  ): void {
    const read = async (): Promise<number> => {
      const found = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(rows)}`.execute(
        db,
      );
      return found.rows[0]?.count ?? 0;
    };
    this.measure({ name, help, read });
  }

  /**
   * Adds `/metrics`, for this machine, and for callers with the token. Others get a 404.
   *
   * @param token `METRICS_TOKEN`; without it only this machine may ask
   */
  route(server: FastifyInstance, token: string | undefined): void {
    server.get('/metrics', async (request, reply) => {
      if (!isOwnMachine(request) && !bears(request, token)) return refuse(reply);
      return reply
        .type(this.registry.contentType)
        .header('cache-control', 'no-store')
        .send(await this.registry.metrics());
    });
  }
}

function bears(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const given = Buffer.from(request.headers.authorization ?? '');
  const right = Buffer.from(`Bearer ${token}`);
  return given.length === right.length && timingSafeEqual(given, right);
}

function refuse(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

const WINDOW_MS = 10 * 60_000;
const MOST = 1_000_000;

/** Counts the listeners whose sound this process has sent within the last ten minutes. */
export class ActiveListeners {
  /** When each listener was last seen, in this order. */
  private readonly seen = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  saw(listener: string): void {
    this.seen.delete(listener);
    if (this.seen.size < MOST) this.seen.set(listener, this.clock.now());
  }

  get count(): number {
    const now = this.clock.now();
    for (const [listener, at] of this.seen) {
      // The absolute value also removes entries after the clock was set back.
      if (Math.abs(now - at) <= WINDOW_MS) break;
      this.seen.delete(listener);
    }
    return this.seen.size;
  }
}

/** Milliseconds. Whoever asks usually waits for about two seconds. */
const DATABASE_MS = 1_500;

/** Whether a provider is about to end. */
export interface Draining {
  readonly isDraining: boolean;
}

/**
 * Adds `/healthz`, which responds as long as the process lives, and `/readyz`, which responds with 200 only if calls can
 * be served: the database responds, and the provider does not end. The provider listens only after its migrations, so
 * they are done.
 */
export function healthRoutes<Tables>(server: FastifyInstance, db: Kysely<Tables>, state: Draining): void {
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reason = state.isDraining ? 'draining' : (await isReachable(db)) ? null : 'database';
    if (reason === null) return { status: 'ready' };
    return reply.code(503).send({ status: 'not-ready', reason });
  });
}

async function isReachable<Tables>(db: Kysely<Tables>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_MS);
  });
  const found = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
