/**
 * Runs a task once the next frame is on the screen, so that what was just rendered is seen first; in a page that nobody
 * sees, soon.
 */
export function afterFrame(task: () => void): void {
  const inTaskOfItsOwn = (): void => {
    setTimeout(task);
  };
  if (document.hidden) inTaskOfItsOwn();
  else requestAnimationFrame(inTaskOfItsOwn);
}
