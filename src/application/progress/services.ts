import { FinishedState } from './finished-state.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `progress`. */
export const progressServices = {
  finished: FinishedState,
  markFinished: lazy(async () => (await import('./mark-finished.ts')).MarkFinished, ['setFinished']),
};
