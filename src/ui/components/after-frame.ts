/** Runs a task after the next frame, so that what was just rendered is painted first. In a hidden page it runs soon. */
export function afterFrame(task: () => void): void {
  const inTaskOfItsOwn = (): void => {
    setTimeout(task);
  };
  if (document.hidden) inTaskOfItsOwn();
  else requestAnimationFrame(inTaskOfItsOwn);
}
