import { PrivacyState, ChoosePrivacy } from './privacy.ts';
import { Usage } from './usage.ts';

/** What the views may use of the feature `analytics`. */
export const analyticsServices = {
  privacy: PrivacyState,
  choosePrivacy: ChoosePrivacy,
  usage: Usage,
};
