import {
  isSubscribed,
  membershipStatus,
  type MembershipStatus,
} from '../../../domain/entitlement/membership.ts';
import type { User } from '../../../domain/account/user.ts';

export const STATUS_TONES: Readonly<Record<MembershipStatus, 'plain' | 'good' | 'warning'>> = {
  Free: 'plain',
  Trialing: 'good',
  Active: 'good',
  Canceled: 'warning',
};

/** Describes a listener's membership in a sentence. */
export const membershipNote = (user: User): string => {
  switch (membershipStatus(user)) {
    case 'Free':
      return 'You play free listens and what you bought. A membership opens every audio.';
    case 'Trialing':
      return 'Your trial is running. Every audio is open to you.';
    case 'Active':
      return 'Every audio is open to you.';
    case 'Canceled':
      return isSubscribed(user)
        ? 'Your plan will not renew. Every audio stays open to you until the time you paid for is over.'
        : 'Your plan has ended. A new membership opens every audio again.';
  }
};
