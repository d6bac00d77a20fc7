/** A plan of the subscription. Prices are in dollars. */
export type Plan = {
  readonly name: 'Annual' | 'Monthly';
  readonly price: number;
  readonly pricePerMonth: number | null;
  readonly saving: string | null;
  readonly isPreselected: boolean;
};

/** The texts of the subscribe modal (ENT-39). */
export const SUBSCRIBE_OFFER = {
  headline: 'Unlock every audio now!',
  benefits: ['Over 600 audiobooks', 'Over 1,000 meditations', '150+ quick listens under 20 minutes'],
  choice: 'Choose Your Plan',
  plans: [
    { name: 'Annual', price: 69.99, pricePerMonth: 5.83, saving: 'Save 60%', isPreselected: true },
    { name: 'Monthly', price: 14.99, pricePerMonth: null, saving: null, isPreselected: false },
  ],
  notes: 'Recurring Billing. Cancel Anytime.',
} as const satisfies {
  readonly headline: string;
  readonly benefits: readonly string[];
  readonly choice: string;
  readonly plans: readonly Plan[];
  readonly notes: string;
};

/** Formats a price in dollars, with two decimals: `$69.99`. */
export const formatPrice = (dollars: number): string => `$${dollars.toFixed(2)}`;
