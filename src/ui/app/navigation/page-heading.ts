/** The heading of the page, if it has text. */
const findHeading = (): HTMLHeadingElement | null => {
  const heading = document.querySelector<HTMLHeadingElement>('main h1');
  return heading === null || heading.textContent.trim() === '' ? null : heading;
};

/**
 * Calls back with the heading of the page, now or when it appears.
 *
 * @returns stops waiting
 */
export function whenHeadingExists(found: (heading: HTMLHeadingElement) => void): () => void {
  const heading = findHeading();
  if (heading !== null) {
    found(heading);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const heading = findHeading();
    if (heading === null) return;
    observer.disconnect();
    found(heading);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
