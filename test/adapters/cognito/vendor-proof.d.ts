// The parts of the vendor's library that the tests compare with ours. The library does not describe them.

declare module 'amazon-cognito-identity-js/lib/BigInteger.js' {
  export default class BigInteger {
    constructor(digits: string, radix: 16);
    toString(radix: 16): string;
  }
}

declare module 'amazon-cognito-identity-js/lib/AuthenticationHelper.js' {
  import type BigInteger from 'amazon-cognito-identity-js/lib/BigInteger.js';

  export default class AuthenticationHelper {
    constructor(realm: string);
    smallAValue: BigInteger;
    largeAValue: BigInteger;
    calculateA(secret: BigInteger, callback: (error: unknown, power: BigInteger) => void): void;
    getPasswordAuthenticationKey(
      identity: string,
      password: string,
      publicNumber: BigInteger,
      salt: BigInteger,
      callback: (error: unknown, key: Uint8Array) => void,
    ): void;
    padHex(value: BigInteger): string;
  }
}

declare module 'amazon-cognito-identity-js/lib/DateHelper.js' {
  export default class DateHelper {
    getNowString(): string;
  }
}
