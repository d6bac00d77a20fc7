import * as v from 'valibot';
import type { Attributes, SecondFactor } from '../../../domain/sign-in.ts';
import { MESSAGES } from '../messages.ts';
import { type CognitoConfig, type PoolUser, type SignInReply, WIRE_FACTOR } from '../pool-client.ts';
import type { ScratchStorage } from '../scratch-storage.ts';
import { askedBy, type Asked, newPasswordAsked, parameter } from '../sign-in/challenges.ts';
import { parsedJson } from '../vendor-errors.ts';
import { type Call, codedError } from './pool-calls.ts';
import { newDevicePassword, PasswordProof, type ServerOffer } from './srp.ts';
import { type StoredDevice, StoredUser } from './stored-user.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const hex = v.pipe(
  v.string(),
  v.regex(/^[\da-f]+$/iu),
  v.transform((digits) => BigInt(`0x${digits}`)),
);

/** The second half of a password proof starts with these. */
const offer = v.object({ SRP_B: hex, SALT: hex, SECRET_BLOCK: text });
const passwordChallenge = v.object({
  ChallengeParameters: v.object({ ...offer.entries, USER_ID_FOR_SRP: text }),
  Session: v.nullish(v.string()),
});
const deviceChallenge = v.object({ ChallengeParameters: offer, Session: v.nullish(v.string()) });

const result = v.object({
  AuthenticationResult: v.object({
    AccessToken: text,
    IdToken: v.fallback(v.string(), ''),
    RefreshToken: v.nullish(text),
    NewDeviceMetadata: v.nullish(v.object({ DeviceKey: text, DeviceGroupKey: text })),
  }),
});
const challenge = v.object({
  ChallengeName: text,
  ChallengeParameters: v.fallback(v.record(v.string(), v.unknown()), {}),
});
const continued = v.object({ Session: v.nullish(v.string()) });
const secret = v.object({ SecretCode: text, Session: v.nullish(v.string()) });
const names = v.array(v.string());

const ATTRIBUTE_PREFIX = 'userAttributes.';

/** A listener without a session, on WebCrypto and `fetch`. */
export class WebcryptoUser implements PoolUser {
  /** The service's state of this sign-in. */
  private session: string | null = null;
  private stored: StoredUser;

  constructor(
    private readonly call: Call,
    private readonly config: CognitoConfig,
    private readonly storage: ScratchStorage,
    private readonly username: string,
  ) {
    this.stored = new StoredUser(storage, config.clientId, username);
  }

  async signIn(password: string): Promise<SignInReply> {
    requireCrypto();
    const realm = this.config.userPoolId.split('_')[1] ?? '';
    const proof = new PasswordProof(realm);
    const isCustom = this.config.authFlow === 'custom';
    const asked = await this.call('InitiateAuth', {
      AuthFlow: isCustom ? 'CUSTOM_AUTH' : 'USER_SRP_AUTH',
      ClientId: this.config.clientId,
      AuthParameters: {
        USERNAME: this.username,
        SRP_A: proof.publicHex,
        ...(isCustom && { CHALLENGE_NAME: 'SRP_A' }),
      },
    });
    const { ChallengeParameters, Session } = v.parse(passwordChallenge, asked);
    this.session = Session ?? null;
    // The service's name of the listener. What was typed may be an address.
    this.stored = new StoredUser(this.storage, this.config.clientId, ChallengeParameters.USER_ID_FOR_SRP);
    const claim = await signed(proof, offerIn(ChallengeParameters), this.stored.username, password);
    return this.after(await this.verifyPassword(claim));
  }

  async respondWithNewPassword(password: string, attributes: Attributes): Promise<SignInReply> {
    const given = Object.entries(attributes).map(([name, value]): [string, string] => [
      ATTRIBUTE_PREFIX + name,
      value,
    ]);
    return this.respond('NEW_PASSWORD_REQUIRED', { ...Object.fromEntries(given), NEW_PASSWORD: password });
  }

  async respondWithCode(code: string, factor: SecondFactor): Promise<SignInReply> {
    const name = WIRE_FACTOR[factor];
    return this.respond(name, { [`${name}_CODE`]: code, ...this.deviceKey() });
  }

  async confirmAuthenticatorSetup(code: string, deviceName: string): Promise<SignInReply> {
    const verified = await this.call('VerifySoftwareToken', {
      ...this.ownSession(),
      UserCode: code,
      FriendlyDeviceName: deviceName,
    });
    this.session = v.parse(continued, verified).Session ?? null;
    return this.respond('MFA_SETUP', {});
  }

  async respondToCustom(response: string): Promise<SignInReply> {
    return this.respond('CUSTOM_CHALLENGE', { ANSWER: response, ...this.deviceKey() });
  }

  async chooseFactor(factor: SecondFactor): Promise<SignInReply> {
    return this.respond('SELECT_MFA_TYPE', { ANSWER: WIRE_FACTOR[factor] });
  }

  async refresh(refreshToken: string): Promise<void> {
    const device = this.stored.device();
    const renewed = await this.call('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: this.config.clientId,
      AuthParameters: {
        REFRESH_TOKEN: refreshToken,
        ...(device !== null && { DEVICE_KEY: device.key }),
      },
    });
    const { AuthenticationResult: tokens } = v.parse(result, renewed);
    this.stored.keep({
      accessToken: tokens.AccessToken,
      idToken: tokens.IdToken,
      // A pool that rotates refresh tokens sends another one.
      refreshToken: tokens.RefreshToken ?? refreshToken,
    });
  }

  async confirmSignUp(code: string): Promise<void> {
    // True: the address becomes an alias of the account (SES-53).
    await this.call('ConfirmSignUp', { ...this.named(), ConfirmationCode: code, ForceAliasCreation: true });
  }

  async resendConfirmationCode(): Promise<void> {
    await this.call('ResendConfirmationCode', this.named());
  }

  async forgotPassword(): Promise<void> {
    await this.call('ForgotPassword', this.named());
  }

  async confirmPassword(code: string, newPassword: string): Promise<void> {
    await this.call('ConfirmForgotPassword', {
      ...this.named(),
      ConfirmationCode: code,
      Password: newPassword,
    });
  }

  /** Sends the proof. If the service has forgotten the device, it is sent once more without the device. */
  private async verifyPassword(claim: Claim): Promise<unknown> {
    try {
      return await this.send('PASSWORD_VERIFIER', { ...claim, ...this.deviceKey() });
    } catch (error) {
      if (this.stored.device() === null || !isDeviceGone(error)) throw error;
      this.stored.forgetDevice();
      return this.send('PASSWORD_VERIFIER', claim);
    }
  }

  private async respond(name: string, responses: Readonly<Record<string, string>>): Promise<SignInReply> {
    return this.after(await this.send(name, responses));
  }

  private async send(name: string, responses: Readonly<Record<string, string>>): Promise<unknown> {
    return this.call('RespondToAuthChallenge', {
      ChallengeName: name,
      ClientId: this.config.clientId,
      ChallengeResponses: { USERNAME: this.stored.username, ...responses },
      ...this.ownSession(),
    });
  }

  /** Reads the next challenge, or stores the tokens. */
  private async after(response: unknown): Promise<SignInReply> {
    const asked = v.safeParse(challenge, response);
    if (!asked.success) return this.complete(v.parse(result, response).AuthenticationResult);
    const { ChallengeName, ChallengeParameters } = asked.output;
    this.session = v.parse(continued, response).Session ?? null;
    const device = this.stored.device();
    if (ChallengeName === 'DEVICE_SRP_AUTH' && device !== null) return this.proveDevice(device);
    const asks =
      ChallengeName === 'NEW_PASSWORD_REQUIRED'
        ? newPassword(ChallengeParameters)
        : askedBy(ChallengeName, ChallengeParameters);
    if (asks === null) throw new Error(`The service asks for ${ChallengeName}`);
    return asks.kind === 'asks-for-setup' ? this.startSetup() : asks;
  }

  private async proveDevice(device: StoredDevice): Promise<SignInReply> {
    requireCrypto();
    const proof = new PasswordProof(device.group);
    const asked = await this.send('DEVICE_SRP_AUTH', { DEVICE_KEY: device.key, SRP_A: proof.publicHex });
    const { ChallengeParameters, Session } = v.parse(deviceChallenge, asked);
    this.session = Session ?? null;
    const claim = await signed(proof, offerIn(ChallengeParameters), device.key, device.password);
    return this.respond('DEVICE_PASSWORD_VERIFIER', { ...claim, DEVICE_KEY: device.key });
  }

  private async startSetup(): Promise<SignInReply> {
    const { SecretCode, Session } = v.parse(
      secret,
      await this.call('AssociateSoftwareToken', this.ownSession()),
    );
    this.session = Session ?? null;
    return { kind: 'asks', challenge: { kind: 'authenticator-setup', secret: SecretCode } };
  }

  private async complete(tokens: v.InferOutput<typeof result>['AuthenticationResult']): Promise<SignInReply> {
    const { AccessToken, IdToken, RefreshToken, NewDeviceMetadata: fresh } = tokens;
    this.stored.keep({ accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken ?? '' });
    if (fresh === null || fresh === undefined) return { kind: 'signed-in' };
    const { password, salt, verifier } = await newDevicePassword(fresh.DeviceGroupKey, fresh.DeviceKey);
    await this.call('ConfirmDevice', {
      AccessToken,
      DeviceKey: fresh.DeviceKey,
      DeviceName: deviceName(),
      DeviceSecretVerifierConfig: { Salt: salt, PasswordVerifier: verifier },
    });
    this.stored.rememberDevice({ key: fresh.DeviceKey, group: fresh.DeviceGroupKey, password });
    return { kind: 'signed-in' };
  }

  private deviceKey(): Readonly<Record<string, string>> {
    const device = this.stored.device();
    return device === null ? {} : { DEVICE_KEY: device.key };
  }

  private ownSession(): Readonly<Record<string, string>> {
    return this.session === null ? {} : { Session: this.session };
  }

  private named() {
    return { ClientId: this.config.clientId, Username: this.username };
  }
}

/** A proof of a password, as the service takes it. */
type Claim = Readonly<Record<string, string>>;

const signed = async (
  proof: PasswordProof,
  given: ServerOffer,
  identity: string,
  password: string,
): Promise<Claim> => {
  const timestamp = timestampOf(new Date());
  return {
    PASSWORD_CLAIM_SECRET_BLOCK: given.secretBlock,
    TIMESTAMP: timestamp,
    PASSWORD_CLAIM_SIGNATURE: await proof.signature(given, identity, password, timestamp),
  };
};

const offerIn = ({ SRP_B, SALT, SECRET_BLOCK }: v.InferOutput<typeof offer>): ServerOffer => ({
  publicNumber: SRP_B,
  salt: SALT,
  secretBlock: SECRET_BLOCK,
});

const newPassword = (parameters: unknown): Asked => {
  const required = v.safeParse(names, parsedJson(parameter(parameters, 'requiredAttributes')));
  const unprefixed = required.success
    ? required.output.map((name) => name.replace(ATTRIBUTE_PREFIX, ''))
    : [];
  return newPasswordAsked(parsedJson(parameter(parameters, 'userAttributes')), unprefixed);
};

const isDeviceGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ResourceNotFoundException' &&
  /device/iu.test(error.message);

/** A device has the name of its browser until the listener changes it. The check of a provider runs without a browser. */
const deviceName = (): string => ('navigator' in globalThis ? navigator.userAgent : 'nodejs');

/** English and UTC in every browser: `Sun Nov 9 03:05:12 UTC 2026`. */
export const timestampOf = (time: Date): string => {
  const [weekday, day, month, year, clock] = time.toUTCString().split(/,? /u);
  return `${weekday} ${month} ${Number(day)} ${clock} UTC ${year}`;
};

/** A page without https has no WebCrypto, unless it is of this machine (SES-146). */
const requireCrypto = (): void => {
  // Absent outside a secure context, although the types say otherwise.
  if (!('subtle' in crypto)) throw codedError('InsecureContext', MESSAGES.insecureContext);
};
