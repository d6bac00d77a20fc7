import { observer } from 'mobx-react-lite';
import type { AccountSecurity } from '../../../../application/account/account-security.ts';
import { useAccount } from '../account-services.ts';
import { Tag } from '../tag.tsx';

/** Whether a second factor is on, and whether it is preferred. */
export const FactorStanding = observer(function FactorStanding({
  factor,
}: {
  readonly factor: Parameters<AccountSecurity['changeFactor']>[0];
}) {
  const { state } = useAccount();
  const factors = state.secondFactors;
  if (factors?.enabled.includes(factor) !== true) return <Tag>Off</Tag>;
  return (
    <>
      <Tag tone="good">On</Tag>
      {factors.preferred === factor && factors.enabled.length > 1 && <Tag>Preferred</Tag>}
    </>
  );
});
