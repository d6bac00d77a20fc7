import type { Browser, Page } from '@playwright/test';
import * as v from 'valibot';

const traced = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      ph: v.string(),
      pid: v.number(),
      tid: v.number(),
      ts: v.optional(v.number(), 0),
      dur: v.optional(v.number(), 0),
      args: v.optional(
        v.object({
          name: v.optional(v.string()),
          data: v.optional(v.object({ url: v.optional(v.string()) })),
        }),
      ),
    }),
  ),
});

type TraceEvent = v.InferOutput<typeof traced>['traceEvents'][number];

/** What the main thread of a page did, in milliseconds. */
export type MainThreadWork = {
  /** Time by kind of work. Nested work counts only for its own kind. */
  readonly byKind: ReadonlyMap<string, number>;
  /** The tasks of more than 50 ms, in order, each with its largest kind of work and its first script. */
  readonly longTasks: readonly {
    readonly at: number;
    readonly duration: number;
    readonly kind: string;
    readonly script: string;
  }[];
};

const LONG_MS = 50;

/** Kinds of work by the start of the name of an event. The first one that fits counts. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['garbage collection', /^(?:MajorGC|MinorGC|V8\.GC|BlinkGC|CppGC|.*EvacuatePages|Major concurrent)/u],
  ['compile', /^(?:v8\.compile|V8\.Compile|v8\.parse|V8\.Parse|v8\.produceCache)/u],
  [
    'script',
    /^(?:EvaluateScript|v8\.|V8\.|FunctionCall|RunMicrotasks|TimerFire|EventDispatch|FireAnimationFrame|FireIdleCallback|XHR)/u,
  ],
  ['style', /^(?:UpdateLayoutTree|ParseAuthorStyleSheet|RecalculateStyles|ScheduleStyle)/u],
  ['layout', /^(?:Layout|Blink\.Layout|IntersectionObserver)/u],
  ['paint', /^(?:Paint|PrePaint|Commit|Layerize|UpdateLayer|CompositeLayers|Decode|Draw)/u],
  ['HTML', /^(?:ParseHTML|Document)/u],
];

const kindOf = ({ name }: TraceEvent): string =>
  KINDS.find(([, start]) => start.test(name))?.[0] ?? 'the rest';

/** Records what the main thread of a page does during `act`. Recording costs the page some time. */
export async function recordWork(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<MainThreadWork> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'v8', 'toplevel', 'disabled-by-default-v8.gc'],
  });
  await act();
  const bytes = await browser.stopTracing();
  const { traceEvents } = v.parse(traced, JSON.parse(bytes.toString()));
  return workIn(mainThreadOf(traceEvents));
}

/** The finished events of the busiest main thread of a page, outer events first. */
function mainThreadOf(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const thread = ({ pid, tid }: TraceEvent): string => `${String(pid)} ${String(tid)}`;
  const own = new Map<string, TraceEvent[]>();
  for (const event of events) {
    if (event.ph !== 'X') continue;
    const same = own.get(thread(event));
    if (same === undefined) own.set(thread(event), [event]);
    else same.push(event);
  }
  const worked = (each: readonly TraceEvent[]): number =>
    each.reduce((sum, { name, dur }) => (name === 'ThreadControllerImpl::RunTask' ? sum + dur : sum), 0);
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map((named) => own.get(thread(named)) ?? []);
  const [busiest = []] = threads.toSorted((one, other) => worked(other) - worked(one));
  return busiest.toSorted((one, other) => one.ts - other.ts || other.dur - one.dur);
}

function workIn(events: readonly TraceEvent[]): MainThreadWork {
  const byKind = new Map<string, number>();
  const longTasks: { at: number; duration: number; kind: string; script: string }[] = [];
  const add = (to: Map<string, number>, kind: string, amount: number): void => {
    to.set(kind, (to.get(kind) ?? 0) + amount / 1000);
  };
  const start = events[0]?.ts ?? 0;
  let open: TraceEvent[] = [];
  let inTask = new Map<string, number>();
  let script = '';
  const closeTask = (task: TraceEvent | undefined): void => {
    if (task === undefined || task.dur / 1000 <= LONG_MS) return;
    const [kind = ''] = [...inTask].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    longTasks.push({ at: (task.ts - start) / 1000, duration: task.dur / 1000, kind, script });
  };
  let task: TraceEvent | undefined;
  for (const event of events) {
    open = open.filter((outer) => outer.ts + outer.dur > event.ts);
    if (open.length === 0) {
      closeTask(task);
      task = event;
      inTask = new Map();
      script = '';
    }
    const outer = open.at(-1);
    for (const sums of [byKind, inTask]) {
      if (outer !== undefined) add(sums, kindOf(outer), -event.dur);
      add(sums, kindOf(event), event.dur);
    }
    if (script === '') script = new URL(event.args?.data?.url || 'about:blank').pathname;
    if (script === 'blank') script = '';
    open.push(event);
  }
  closeTask(task);
  return { byKind, longTasks };
}
