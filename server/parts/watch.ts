import type { Logger } from 'pino';
import { type Given, UsageError } from '../given.ts';
import { part } from './part.ts';
import { LOG_LEVELS, logRequests } from '../watch/log.ts';
import { Metrics } from '../watch/metrics.ts';
import type { Sampling } from '../watch/traces.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** Receives one line for each request. */
    readonly requestLog?: Logger | undefined;
    /** Sends traces to the collector that the variables of OpenTelemetry name. */
    readonly traces?: Sampling | undefined;
  }
}

const PARENT = 'parentbased_';
const RATIO = 'traceidratio';
const SAMPLERS = ['always_on', 'always_off', RATIO].flatMap((name) => [`${PARENT}${name}`, name]);

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
    if (options.traces === undefined) return { metrics, traces: null };
    // The code for traces is large, so only those who need it load it.
    const { Traces } = await import('../watch/traces.ts');
    const traces = new Traces(options.traces, log);
    setup.onEnd({ close: () => traces.close() });
    traces.observeRequests(server);
    return { metrics, traces };
  },
});

/**
 * Which requests are traced, if the standard variables name a collector. The packages of OpenTelemetry read the other
 * variables.
 */
function readTraces(given: Given): Sampling | undefined {
  if (given.variable('OTEL_SDK_DISABLED') === 'true' || given.variable('OTEL_TRACES_EXPORTER') === 'none')
    return undefined;
  const read = (what: 'ENDPOINT' | 'PROTOCOL'): readonly [variable: string, value: string] | undefined => {
    for (const variable of [`OTEL_EXPORTER_OTLP_TRACES_${what}`, `OTEL_EXPORTER_OTLP_${what}`]) {
      const value = given.variable(variable);
      if (value !== undefined) return [variable, value];
    }
    return undefined;
  };
  const endpoint = read('ENDPOINT');
  if (endpoint === undefined) return undefined;
  const [variable, address] = endpoint;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    // The address may contain a key, so it is not repeated.
    throw new UsageError(`${variable} is an address such as http://collector.example:4318.`);
  }
  const protocol = read('PROTOCOL');
  if (protocol !== undefined && protocol[1] !== 'http/protobuf') {
    throw new UsageError(`${protocol[0]} must be http/protobuf, not "${protocol[1]}".`);
  }
  return readSampling(given);
}

/** Reads the variables of OpenTelemetry for samplers. Its packages leave this to the application. */
function readSampling(given: Given): Sampling {
  const sampler = given.variable('OTEL_TRACES_SAMPLER') ?? `${PARENT}always_on`;
  if (!SAMPLERS.includes(sampler)) {
    throw new UsageError(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, not "${sampler}".`);
  }
  const asksParent = sampler.startsWith(PARENT);
  if (!sampler.endsWith(RATIO)) return { asksParent, share: sampler.endsWith('on') ? 1 : 0 };
  const text = given.variable('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const share = Number(text);
  if (!(share >= 0 && share <= 1)) {
    throw new UsageError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
  }
  return { asksParent, share };
}
