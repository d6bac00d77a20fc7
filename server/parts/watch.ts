import type { Logger } from 'pino';
import { type Given, UsageError } from '../given.ts';
import { part } from './part.ts';
import { LOG_LEVELS, logRequests } from '../watch/log.ts';
import { Metrics } from '../watch/metrics.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** Receives one line for each request. */
    readonly requestLog?: Logger | undefined;
    /** Sends traces to the collector that the variables of OpenTelemetry name. */
    readonly traces?: boolean | undefined;
  }
}

/** Observes requests and statements. */
export const watchPart = part({
  variables: {
    LOG_LEVEL: `(${LOG_LEVELS.join(', ')}) writes the log as JSON, with a line for each request from "info" on.`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'is the address of a collector of OpenTelemetry, which then gets traces.',
  },

  read: (given) => ({ traces: readTraces(given) }),

  async open(setup) {
    const { options, server, log } = setup;
    const metrics = new Metrics();
    if (options.requestLog !== undefined) logRequests(server, options.requestLog);
    metrics.observeRequests(server);
    if (options.traces !== true) return { metrics, traces: null };
    // The code for traces is large, so only those who need it load it.
    const { Traces } = await import('../watch/traces.ts');
    const traces = new Traces(log);
    setup.onEnd({ close: () => traces.close() });
    traces.observeRequests(server);
    return { metrics, traces };
  },
});

/** True if the standard variables name a collector for traces. The packages of OpenTelemetry read the other variables. */
function readTraces(given: Given): boolean {
  if (given.variable('OTEL_SDK_DISABLED') === 'true' || given.variable('OTEL_TRACES_EXPORTER') === 'none')
    return false;
  const read = (what: 'ENDPOINT' | 'PROTOCOL'): readonly [variable: string, value: string] | undefined => {
    for (const variable of [`OTEL_EXPORTER_OTLP_TRACES_${what}`, `OTEL_EXPORTER_OTLP_${what}`]) {
      const value = given.variable(variable);
      if (value !== undefined) return [variable, value];
    }
    return undefined;
  };
  const endpoint = read('ENDPOINT');
  if (endpoint === undefined) return false;
  const [variable, address] = endpoint;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    // The address may contain a key, so it is not repeated.
    throw new UsageError(`${variable} is an address such as http://collector.example:4318.`);
  }
  const protocol = read('PROTOCOL');
  if (protocol !== undefined && protocol[1] !== 'http/protobuf') {
    throw new UsageError(`${protocol[0]} must be http/protobuf, not "${protocol[1]}".`);
  }
  return true;
}
