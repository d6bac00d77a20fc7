/**
 * The address of the mobile app, with the current title and position, so that the app can continue there (MSG-32).
 *
 * @param app the app's page (configuration, `links.mobileApp`)
 * @param address the address of a title and a position in it; null if nothing is open
 */
export const appLink = (app: string, address: string | null): string => {
  if (address === null) return app;
  const link = new URL(app);
  link.searchParams.set('link', address);
  return link.href;
};
