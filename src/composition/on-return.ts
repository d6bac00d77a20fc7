/** Calls back when the listener comes back to this tab, or to its window from another one beside it. */
export function onReturn(returned: () => void): void {
  let isAway = false;
  const back = () => {
    isAway = false;
    returned();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') back();
  });
  // Another window leaves this one visible. A frame of the page takes the focus too, but leaves it to the document.
  window.addEventListener('blur', () => {
    isAway = !document.hasFocus();
  });
  window.addEventListener('focus', () => {
    if (isAway && document.visibilityState === 'visible') back();
  });
}
