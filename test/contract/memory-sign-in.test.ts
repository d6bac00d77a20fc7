import { describeAccount } from './account.ts';
import { describeAuth } from './auth.ts';
import { describeHostedLogin } from './hosted-login.ts';
import { describeRegistration } from './registration.ts';
import { memoryAccount, memoryAuth, memoryHostedLogin, memoryRegistration } from './memory-worlds.ts';

describeAuth('MemoryAuth', memoryAuth);
describeRegistration('MemoryRegistration', memoryRegistration);
describeAccount('MemoryAccountApi', memoryAccount);
describeHostedLogin('MemoryHostedLogin', memoryHostedLogin);
