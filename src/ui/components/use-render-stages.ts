import { startTransition, useEffect, useState } from 'react';

/*
 * Much of a page is outside the view. Rendering all of it at once would block the page. So parts render one after the
 * other, each as a transition, and the browser paints and handles input in between.
 */

type Stage = () => void;

/** In the order of the page. */
const waiting = new Set<Stage>();
let current: Stage | null = null;

function callNext(): void {
  const [next] = waiting;
  if (current !== null || next === undefined) return;
  current = next;
  afterFrame(() => {
    if (current === next) next();
  });
}

function removeStage(stage: Stage): void {
  waiting.delete(stage);
  if (current === stage) current = null;
  callNext();
}

/**
 * Returns how many stages of a part may render: 0 at first, then one more at a time, up to `needed`.
 *
 * @param needed how many stages there are, each about 5 ms of rendering on a usual machine
 */
export function useRenderStages(needed: number): number {
  const [stages, setStages] = useState(0);
  useEffect(() => {
    if (stages >= needed) return undefined;
    const renderNext = (): void => startTransition(() => setStages(stages + 1));
    waiting.add(renderNext);
    callNext();
    return () => removeStage(renderNext);
  }, [stages, needed]);
  return stages;
}

/** Runs a task in a stage of its own, after the stages that already wait. */
export function runWhenIdle(task: () => void): void {
  const run = (): void => {
    removeStage(run);
    task();
  };
  waiting.add(run);
  callNext();
}

/** Runs a task after the next frame, so that the browser paints the new content first; soon if the page is hidden. */
export function afterFrame(task: () => void): void {
  const runInNewTask = (): void => {
    setTimeout(task);
  };
  if (document.hidden) runInNewTask();
  else requestAnimationFrame(runInNewTask);
}
