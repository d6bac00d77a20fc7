import type { ChallengeName } from '../sessions.ts';
import type { AnswerChallenge } from './answer.ts';
import { answerCustomChallenge } from './custom-challenge.ts';
import { answerDevicePasswordVerifier } from './device-password-verifier.ts';
import { answerDeviceSrpAuth } from './device-srp-auth.ts';
import { answerMfaSetup } from './mfa-setup.ts';
import { answerNewPasswordRequired } from './new-password-required.ts';
import { answerPasswordVerifier } from './password-verifier.ts';
import { answerSelectMfaType } from './select-mfa-type.ts';
import { answerSmsMfa } from './sms-mfa.ts';
import { answerSoftwareTokenMfa } from './software-token-mfa.ts';

/** The function that checks the answer, for every challenge. */
export const challengeAnswers: Record<ChallengeName | 'PASSWORD_VERIFIER', AnswerChallenge> = {
  PASSWORD_VERIFIER: answerPasswordVerifier,
  NEW_PASSWORD_REQUIRED: answerNewPasswordRequired,
  SMS_MFA: answerSmsMfa,
  SOFTWARE_TOKEN_MFA: answerSoftwareTokenMfa,
  SELECT_MFA_TYPE: answerSelectMfaType,
  MFA_SETUP: answerMfaSetup,
  CUSTOM_CHALLENGE: answerCustomChallenge,
  DEVICE_SRP_AUTH: answerDeviceSrpAuth,
  DEVICE_PASSWORD_VERIFIER: answerDevicePasswordVerifier,
};
