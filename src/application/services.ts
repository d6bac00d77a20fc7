import { catalogueServices } from './catalogue/services.ts';
import { entitlementServices } from './entitlement/services.ts';
import { bookmarksServices } from './bookmarks/services.ts';
import { historyServices } from './history/services.ts';
import { playbackServices } from './playback/services.ts';
import { progressServices } from './progress/services.ts';
import { sessionServices } from './session/services.ts';
import { favoritesServices } from './favorites/services.ts';
import { messagingServices } from './messaging/services.ts';
import { analyticsServices } from './analytics/services.ts';
import { MoveToNewestBuild } from './move-to-newest-build.ts';
import { NoticesState } from './notices-state.ts';
import type { ServicesOf } from './service-table.ts';
import { FollowTime, TimeState } from './follow-time.ts';

/** Everything that the views may use, by feature. The account page has its own table, which loads with it. */
export const services = {
  ...catalogueServices,
  ...entitlementServices,
  ...playbackServices,
  ...bookmarksServices,
  ...historyServices,
  ...progressServices,
  ...sessionServices,
  ...favoritesServices,
  ...messagingServices,
  ...analyticsServices,
  notices: NoticesState,
  time: TimeState,
  followTime: FollowTime,
  moveToNewestBuild: MoveToNewestBuild,
};

export type ApplicationServices = ServicesOf<typeof services>;
