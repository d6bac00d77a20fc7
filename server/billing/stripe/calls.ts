import { Stripe } from 'stripe';
import { BillingServiceError } from '../service.ts';

/** Calls the service. Its errors become those of the port. */
export async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw failure(error);
  }
}

/** The same. Null for what the service does not know. */
export const find = <Result>(call: () => Promise<Result>): Promise<Result | null> =>
  ask(async () => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
      throw error;
    }
  });

/**
 * The message of the library names the request, and never the key. A request that is wrong, or a key that may not do it,
 * would be refused again.
 */
export function failure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code = 'none', requestId = 'none', message } = error;
  const isPermanent =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return new BillingServiceError(`Stripe: ${type}, code ${code}, request ${requestId}: ${message}`, {
    isPermanent,
    cause: error,
  });
}

export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

export const instant = (seconds: number): number => seconds * 1000;
