/**
 * Where the mobile app is to be had, and with it the title and the place that the listener is at, so that the
 * app can go on from there.
 *
 * @param app the app's page (configuration, `links.mobileApp`)
 * @param place the address of a title and of a place in it; null where nothing is open
 */
export const appLink = (app: string, place: string | null): string => {
  if (place === null) return app;
  const link = new URL(app);
  link.searchParams.set('link', place);
  return link.href;
};
