import type { DeviceRow, MfaMethod, PoolUser } from '../migrations.ts';
import type { SignInProgress } from './progress.ts';

/** The next step of a sign-in, or `done`. */
export type NextStep =
  | { readonly step: 'new-password' }
  | { readonly step: 'custom' }
  | { readonly step: 'device' }
  | { readonly step: 'mfa'; readonly method: MfaMethod }
  | { readonly step: 'select-mfa' }
  | { readonly step: 'set-up-mfa' }
  | { readonly step: 'done' };

/** The second factors that a user has turned on. */
export function enabledMfa(user: Pick<PoolUser, 'sms_mfa' | 'totp_mfa'>): MfaMethod[] {
  const methods: MfaMethod[] = [];
  if (user.sms_mfa) methods.push('SMS_MFA');
  if (user.totp_mfa) methods.push('SOFTWARE_TOKEN_MFA');
  return methods;
}

function mfaStep(user: PoolUser): NextStep {
  const methods = enabledMfa(user);
  const [first, second] = methods;
  if (first === undefined) return user.mfa_required ? { step: 'set-up-mfa' } : { step: 'done' };
  if (second === undefined) return { step: 'mfa', method: first };
  const preferred = methods.find((method) => method === user.preferred_mfa);
  return preferred === undefined ? { step: 'select-mfa' } : { step: 'mfa', method: preferred };
}

/**
 * Decides the next challenge after the password was correct. The proof of a remembered device replaces the second
 * factor. Another confirmed device proves itself after the second factor.
 */
export function nextStep(
  user: PoolUser,
  device: DeviceRow | undefined,
  progress: Pick<SignInProgress, 'flow' | 'proved'>,
): NextStep {
  const proved = new Set(progress.proved);
  if (user.status === 'FORCE_CHANGE_PASSWORD') return { step: 'new-password' };
  if (progress.flow !== 'srp' && !proved.has('custom')) return { step: 'custom' };
  const trusted = device?.remembered === true;
  if (trusted && !proved.has('device')) return { step: 'device' };
  if (!trusted && !proved.has('mfa')) {
    const mfa = mfaStep(user);
    if (mfa.step !== 'done') return mfa;
  }
  if (device !== undefined && !proved.has('device')) return { step: 'device' };
  return { step: 'done' };
}
