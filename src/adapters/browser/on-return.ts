/** Calls back when the listener returns to this tab, or to its window from another window. */
export function onReturn(returned: () => void): void {
  let isAway = false;
  const back = () => {
    isAway = false;
    returned();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') back();
  });
  // Another window leaves this tab visible, so the focus decides. A frame of the page takes the focus of the window,
  // but the document keeps it.
  window.addEventListener('blur', () => {
    isAway = !document.hasFocus();
  });
  window.addEventListener('focus', () => {
    if (isAway && document.visibilityState === 'visible') back();
  });
}
