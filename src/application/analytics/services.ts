import { PrivacyState } from './privacy-state.ts';
import { ChoosePrivacy } from './choose-privacy.ts';
import { RecordPage } from './record-page.ts';
import { RecordTap } from './record-tap.ts';
import { RecordDetailButton } from './record-detail-button.ts';
import { RecordSearchResult } from './record-search-result.ts';

/** What the views may use of the feature `analytics`. */
export const analyticsServices = {
  privacy: PrivacyState,
  choosePrivacy: ChoosePrivacy,
  recordPage: RecordPage,
  recordTap: RecordTap,
  recordDetailButton: RecordDetailButton,
  recordSearchResult: RecordSearchResult,
};
