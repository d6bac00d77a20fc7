/**
 * Opens a tab during a click. A browser would block it later.
 *
 * @returns null if the browser opens no tab
 */
export const openTab = (): Window | null => window.open('about:blank', '_blank');

/** Leads an open tab to an address, as soon as it is known. Without an address it closes. */
export async function leadTab(tab: Window, address: Promise<string | null>): Promise<void> {
  const found = await address;
  if (found === null) {
    tab.close();
    return;
  }
  // The opened page must not have access to this one (APP-40).
  tab.opener = null;
  tab.location.replace(found);
}
