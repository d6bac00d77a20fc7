import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addUrlMethods } from '../../src/start/url-methods.ts';

describe('the methods of URL in a browser without them', () => {
  const old: { parse?: typeof URL.parse; canParse?: typeof URL.canParse } = {};
  addUrlMethods(old);

  test.each([fc.webUrl(), fc.string(), fc.webPath()])('return what the browser does (APP-60)', (address) => {
    fc.assert(
      fc.property(address, fc.option(fc.webUrl(), { nil: undefined }), (text, base) => {
        expect(old.parse?.(text, base)?.href).toBe(URL.parse(text, base)?.href);
        expect(old.canParse?.(text, base)).toBe(URL.canParse(text, base));
      }),
    );
  });

  test('replace no method that the browser has', () => {
    const parse = () => null;
    const target = { parse };
    addUrlMethods(target);
    expect(target.parse).toBe(parse);
  });
});
