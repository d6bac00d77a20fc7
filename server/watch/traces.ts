import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** The name of the service, unless `OTEL_SERVICE_NAME` names another one. */
const SERVICE = 'hark';
/** Routes that monitors request every few seconds. They are not traced. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
const ACTION = /^[A-Za-z]+\.(?<action>[A-Za-z]{1,64})$/;
const LONGEST_STATEMENT = 4_000;
/** How long the process waits at its end for the last spans, in milliseconds. */
const LAST_MS = 2_000;
const REPORT_MS = 60_000;

interface Traced {
  readonly span: Span;
  readonly context: Context;
}

/** Which requests are traced. */
export interface Sampling {
  /** Whether the proxy in front decides about its own requests. */
  readonly asksParent: boolean;
  /** The share of the other requests, from 0 to 1. */
  readonly share: number;
}

/**
 * Sends traces to the collector that the variables of OpenTelemetry name (SES-97). Each request has a span, and below
 * it each of its statements. A span has the route and the statement without its values: no path, no query, no header,
 * no body and no network address.
 */
export class Traces {
  private readonly provider: TracerProvider;
  private readonly tracer;
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly current = new AsyncLocalStorage<Context>();
  private readonly traced = new WeakMap<FastifyRequest, Traced>();

  /** @param log receives a line when spans cannot be sent, at most once a minute */
  constructor(sampling: Sampling, log: (line: string) => void) {
    this.provider = new TracerProvider({
      sampler: samplerOf(sampling),
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': SERVICE }))
        .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
      spanProcessors: [new BatchSpanProcessor({ exporter: reporting(new OTLPTraceExporter(), log) })],
    });
    this.tracer = this.provider.getTracer(SERVICE);
  }

  /** Traces the requests of a server and its plugins. Call it before any route is registered. */
  observeRequests(server: FastifyInstance): void {
    server.addHook('onRequest', (request, _reply, done) => {
      const { method, routeOptions, headers, protocol } = request;
      const route = routeOptions.url;
      if (route !== undefined && UNTRACED.has(route)) {
        done();
        return;
      }
      const parent = this.parentOf(headers);
      const action = ACTION.exec(String(headers['x-amz-target'] ?? ''))?.groups?.['action'];
      const span = this.tracer.startSpan(
        [method, route, action].filter((part) => part !== undefined).join(' '),
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            'url.scheme': protocol,
            'hark.request.id': request.id,
            ...(route !== undefined && { 'http.route': route }),
            ...(action !== undefined && { 'rpc.method': action }),
          },
        },
        parent,
      );
      const context = trace.setSpan(parent, span);
      this.traced.set(request, { span, context });
      this.current.run(context, done);
    });
    // After a body was read, hooks run in another async context. So the context is set again.
    server.addHook('preValidation', (request, _reply, done) => {
      const context = this.traced.get(request)?.context;
      if (context === undefined) done();
      else this.current.run(context, done);
    });
    server.addHook('onResponse', (request, reply, done) => {
      this.end(request, reply);
      done();
    });
    server.addHook('onRequestAbort', (request, done) => {
      this.end(request, null);
      done();
    });
  }

  /**
   * Kysely calls it with every statement that has ended. Statements in the background have no request, so they have
   * no span.
   */
  observeStatement({ level, query, queryDurationMillis }: LogEvent): void {
    const parent = this.current.getStore();
    if (parent === undefined) return;
    const now = performance.timeOrigin + performance.now();
    const operation = /^\W*(?<word>\w+)/.exec(query.sql)?.groups?.['word']?.toUpperCase() ?? 'STATEMENT';
    const span = this.tracer.startSpan(
      operation,
      {
        kind: SpanKind.CLIENT,
        startTime: now - queryDurationMillis,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.text': query.sql.slice(0, LONGEST_STATEMENT),
        },
      },
      parent,
    );
    if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(now);
  }

  /** Sends the remaining spans. It does not wait long for a collector that does not respond. */
  async close(): Promise<void> {
    await Promise.race([
      this.provider.shutdown().catch(() => undefined),
      wait(LAST_MS, undefined, { ref: false }),
    ]);
  }

  /** The span of the proxy in front, if the proxy traces too. */
  private parentOf(headers: FastifyRequest['headers']): Context {
    return this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  }

  /** @param reply null if the caller did not wait for it */
  private end(request: FastifyRequest, reply: FastifyReply | null): void {
    const traced = this.traced.get(request);
    if (traced === undefined) return;
    this.traced.delete(request);
    if (reply === null) traced.span.setAttribute('error.type', 'aborted');
    else {
      const { statusCode } = reply;
      traced.span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) {
        traced.span.setAttribute('error.type', String(statusCode));
        traced.span.setStatus({ code: SpanStatusCode.ERROR });
      }
    }
    traced.span.end();
  }
}

function samplerOf({ asksParent, share }: Sampling): Sampler {
  const own =
    share === 1
      ? new AlwaysOnSampler()
      : share === 0
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return asksParent ? new ParentBasedSampler({ root: own }) : own;
}

/** An exporter that logs its failures. Otherwise the operator would not know that spans are lost. */
function reporting(exporter: SpanExporter, log: (line: string) => void): SpanExporter {
  let reportedAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && performance.now() - reportedAt > REPORT_MS) {
          reportedAt = performance.now();
          log(
            `traces: ${spans.length} spans could not be sent: ${result.error?.message ?? 'no reason is known'}`,
          );
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
