import { FinishedState } from './finished-state.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `progress`. */
export const progressServices = {
  finished: FinishedState,
  choosePosition: lazy(async () => (await import('./choose-position.ts')).ChoosePosition, ['choose']),
  markFinished: lazy(async () => (await import('./mark-finished.ts')).MarkFinished, ['setFinished']),
};
