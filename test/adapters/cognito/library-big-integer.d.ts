declare module 'amazon-cognito-identity-js/lib/BigInteger.js' {
  /** The sign-in library's own numbers, as far as the tests compare them with ours. */
  export default class BigInteger {
    static readonly ZERO: BigInteger;
    constructor(digits: string, radix: 16);
    toString(radix: 16): string;
    abs(): BigInteger;
    compareTo(other: BigInteger): number;
    equals(other: BigInteger): boolean;
    add(other: BigInteger): BigInteger;
    subtract(other: BigInteger): BigInteger;
    multiply(other: BigInteger): BigInteger;
    mod(other: BigInteger): BigInteger;
    modPow(exponent: BigInteger, modulus: BigInteger, callback: () => void): BigInteger;
  }
}
