declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** The part of the package that the tests use. It has no types of its own. */
  export default class S3rver {
    constructor(options: {
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
