/** A way to pay. Prices in dollars. */
export type Plan = {
  readonly name: 'Annual' | 'Monthly';
  readonly price: number;
  readonly pricePerMonth: number | null;
  readonly saving: string | null;
  readonly isPreselected: boolean;
};

/** What the subscribe modal says. */
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

/** A price in dollars as the screen shows it: `$69.99`. */
export const formatPrice = (dollars: number): string => `$${dollars.toFixed(2)}`;
