/**
 * Opens an address in a new tab, as soon as it is known. The tab opens during the click. Otherwise the browser would block
 * the tab. Without an address it closes again.
 */
export async function openBeside(address: Promise<string | null>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  const found = await address;
  if (tab === null) return;
  if (found === null) {
    tab.close();
    return;
  }
  // The opened page must not have access to this one (APP-40).
  tab.opener = null;
  tab.location.replace(found);
}
