/** Runs a task after the next frame, so that the browser paints the new content first; soon if the page is hidden. */
export function afterFrame(task: () => void): void {
  const runInNewTask = (): void => {
    setTimeout(task);
  };
  if (document.hidden) runInNewTask();
  else requestAnimationFrame(runInNewTask);
}
