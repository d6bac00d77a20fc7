import type { AccountDetails } from '../../../application/account/account-details.ts';
import { useAttempt, type Attempt } from '../../components/forms/use-attempt.ts';

type AccountFailure = Extract<Awaited<ReturnType<AccountDetails['changeName']>>, { ok: false }>['error'];

/** A field of the page that may cause a failure. `confirmation` is the word that confirms a deletion. */
export type SaveField = NonNullable<AccountFailure['field']> | 'confirmation';

type SaveFailure = { readonly message: string; readonly field?: SaveField };

/** An attempt to save a change of the account. */
export type Save<Value> = Attempt<Value, SaveFailure>;

export const useSave = <Value>(onSaved: (value: Value) => void): Save<Value> =>
  useAttempt<Value, SaveFailure>(onSaved);
