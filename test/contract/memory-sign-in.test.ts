import { describeAccount } from './session/account.ts';
import { describeAuth } from './session/auth.ts';
import { describeHostedLogin } from './session/hosted-login.ts';
import { describeRegistration } from './session/registration.ts';
import { memoryAccount, memoryAuth, memoryHostedLogin, memoryRegistration } from './memory-fixtures.ts';

describeAuth('MemoryAuth', memoryAuth);
describeRegistration('MemoryRegistration', memoryRegistration);
describeAccount('MemoryAccountApi', memoryAccount);
describeHostedLogin('MemoryHostedLogin', memoryHostedLogin);
