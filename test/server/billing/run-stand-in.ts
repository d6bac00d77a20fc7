import { parseArgs } from 'node:util';
import { StripeStandIn } from './stripe-stand-in.ts';

// `npm run payment-stand-in -- [--port N] [--provider ORIGIN]` runs the stand-in of the payment service, to try it out
// without a key. Nothing is charged, and everything is gone when it ends.

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    provider: { type: 'string', default: 'http://127.0.0.1:4321' },
  },
});

const keys = { secretKey: 'sk_test_stand_in', webhookSecret: 'whsec_stand_in' };
const standIn = await new StripeStandIn({ ...keys, port: Number(values.port) }).listen();
standIn.webhook = `${values.provider}/billing/webhook`;

process.stdout.write(`The stand-in of the payment service is at ${standIn.origin}. Start the provider with:

  STRIPE_SECRET_KEY=${keys.secretKey} STRIPE_WEBHOOK_SECRET=${keys.webhookSecret} \\
    STRIPE_API_URL=${standIn.origin} npm start
`);
