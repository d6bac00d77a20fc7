import { readArguments, refuse } from '../../../scripts/lib/arguments.mjs';
import { StripeStandIn } from './stripe-stand-in.ts';

const USAGE = `npm run payment-stand-in -- [options]
Runs the stand-in of the payment service, to try payments without a key. Nothing is charged, and everything is gone when it ends.
  --port 12111                        0 chooses a free port
  --provider http://127.0.0.1:4321    the address of the provider`;
const LAST_PORT = 65_535;

const { values } = readArguments(USAGE, {
  options: {
    port: { type: 'string', default: '12111' },
    provider: { type: 'string', default: 'http://127.0.0.1:4321' },
  },
});

const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > LAST_PORT) refuse(`--port is not "${values.port}".`, USAGE);
if (!URL.canParse(values.provider)) refuse(`--provider is not "${values.provider}".`, USAGE);
const keys = { secretKey: 'sk_test_stand_in', webhookSecret: 'whsec_stand_in' };
const standIn = await new StripeStandIn({ ...keys, port }).listen();
standIn.webhook = `${values.provider}/billing/webhook`;

process.stdout.write(`The stand-in of the payment service is at ${standIn.origin}. Start the provider with:

  STRIPE_SECRET_KEY=${keys.secretKey} STRIPE_WEBHOOK_SECRET=${keys.webhookSecret} \\
    STRIPE_API_URL=${standIn.origin} npm start -- --library ~/Audiobooks
`);
