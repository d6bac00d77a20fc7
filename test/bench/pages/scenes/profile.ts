import * as v from 'valibot';
import { check } from '../../check.ts';
import type { Subject } from '../subject.ts';
import { recordWork, type MainThreadWork } from '../trace.ts';
import { changeRoutes, MEASURED, WARM_UP } from './memory.ts';
import {
  inContext,
  newPage,
  openUsable,
  settle,
  type MainThread,
  type Setting,
  type Title,
} from './visit.ts';

const HALF_A_MINUTE_MS = 30_000;

/** Where the time and the memory of a page go. */
export type Profile = {
  readonly opening: MainThreadWork;
  /** The first half minute after the page is settled, and the next one. */
  readonly idle: readonly MainThreadWork[];
  /** Bytes on the heap by kind of object. */
  readonly heap: ReadonlyMap<string, number>;
  /** Bytes by kind of object that a route change leaves behind. */
  readonly perRouteChange: ReadonlyMap<string, number>;
};

/** Profiles a cold visit until it is settled, then a minute in which nothing happens, then the heap, then route changes. */
export async function profile(setting: Setting, subject: Subject, title: Title): Promise<Profile> {
  return inContext(setting, async (context) => {
    const { page, mainThread } = await newPage(setting, context, subject.ready);
    const opening = await recordWork(setting.browser, page, async () => {
      await openUsable(page, subject.home);
      await settle(setting, mainThread);
    });
    const idle: MainThreadWork[] = [];
    for (let half = 0; half < 2; half += 1) {
      idle.push(await recordWork(setting.browser, page, async () => page.waitForTimeout(HALF_A_MINUTE_MS)));
    }
    const heap = await heapByKind(mainThread);
    // Memory does not depend on the network.
    setting.stand.link.at(null);
    await changeRoutes(page, subject, title, WARM_UP);
    await settle(setting, mainThread);
    const before = await heapByKind(mainThread);
    await changeRoutes(page, subject, title, MEASURED);
    await settle(setting, mainThread);
    const after = await heapByKind(mainThread);
    const perRouteChange = new Map(
      [...after].map(([kind, bytes]) => [kind, (bytes - (before.get(kind) ?? 0)) / MEASURED]),
    );
    return { opening, idle, heap, perRouteChange };
  });
}

/** The part of a heap snapshot that is read here. */
const heapSnapshot = v.object({
  snapshot: v.object({
    meta: v.object({ node_fields: v.array(v.string()), node_types: v.looseTuple([v.array(v.string())]) }),
  }),
  nodes: v.array(v.number()),
});

async function heapByKind({ session }: MainThread): Promise<ReadonlyMap<string, number>> {
  const chunks: string[] = [];
  const collect = ({ chunk }: { readonly chunk: string }): number => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = v.parse(heapSnapshot, JSON.parse(chunks.join('')));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  check(type >= 0 && size >= 0, 'the heap snapshot has another format');
  const byKind = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const kind = types[0][nodes[node + type] ?? -1] ?? 'unknown';
    byKind.set(kind, (byKind.get(kind) ?? 0) + (nodes[node + size] ?? 0));
  }
  return byKind;
}
