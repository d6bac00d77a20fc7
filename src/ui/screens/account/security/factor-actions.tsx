import { observer } from 'mobx-react-lite';
import type { RefObject } from 'react';
import type { AccountSecurity } from '../../../../application/account/account-security.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useAccount } from '../account-services.ts';
import type { Save } from '../use-save.ts';

type FactorActionsProps = {
  readonly factor: Parameters<AccountSecurity['changeFactor']>[0];
  /** The name of the factor within a sentence. */
  readonly name: string;
  /** The button that turns the factor off. */
  readonly off: RefObject<HTMLButtonElement | null>;
  readonly save: Save<void>;
};

/** The actions for a second factor that is on. */
export const FactorActions = observer(function FactorActions({
  factor,
  name,
  off,
  save,
}: FactorActionsProps) {
  const { state, accountSecurity } = useAccount();
  const factors = state.secondFactors;
  const isOther = (factors?.enabled.length ?? 0) > 1 && factors?.preferred !== factor;
  return (
    <>
      {isOther && (
        <Button
          aria-disabled={save.isPending}
          onClick={() => void save.attempt(async () => accountSecurity.changeFactor(factor, 'preferred'))}
        >
          Prefer {name}
        </Button>
      )}
      <Button
        ref={off}
        aria-disabled={save.isPending}
        onClick={() => void save.attempt(async () => accountSecurity.changeFactor(factor, 'off'))}
      >
        Turn off {name}
      </Button>
    </>
  );
});
