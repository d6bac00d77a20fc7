import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Failure } from '../../components/failure.tsx';
import { Skeleton } from '../../components/layout/skeleton.tsx';
import { useAccount } from './account-services.ts';
import styles from './details-loaded.module.css';

/**
 * Renders its content once the sign-in service has sent the details; before that a placeholder, or the failure (ACC-1).
 */
export const DetailsLoaded = observer(function DetailsLoaded({ children }: { readonly children: ReactNode }) {
  const { state, accountDetails } = useAccount();
  const { details, detailsFailure } = state;
  if (details !== null) return <>{children}</>;
  if (detailsFailure === null) {
    return (
      <div className={styles['row']}>
        <Skeleton width="9rem" height="1rem" />
        <Skeleton width="14rem" height="1.25rem" />
      </div>
    );
  }
  // This is not a failure: the session lacks the scope for these details (ACC-4).
  if (detailsFailure.kind === 'not-permitted') {
    return <p className={styles['calm']}>{detailsFailure.message} Sign in with your password to see it.</p>;
  }
  return (
    <div className={styles['row']}>
      <Failure message={detailsFailure.message} onRetry={() => void accountDetails.load()} />
    </div>
  );
});
