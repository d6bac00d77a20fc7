import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../given.ts';
import { readOptions } from '../options.ts';
import { temporaryFolder } from './support/folders.ts';

const ONE = { OIDC_ISSUER: 'https://school.example', OIDC_CLIENT_ID: 'hark', OIDC_CLIENT_SECRET: 'secret' };

function fileWith(json: unknown): string {
  const path = join(temporaryFolder(), 'providers.json');
  writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json));
  return path;
}

const read = (environment: Readonly<Record<string, string>>) => readOptions([], environment).issuers;

describe('the providers of OpenID Connect (SES-153)', () => {
  test('are none without a variable', () => {
    expect(read({})).toEqual([]);
  });

  test('may be one, by variables', () => {
    expect(read(ONE)).toEqual([
      {
        id: 'school-example',
        name: 'school.example',
        issuer: 'https://school.example',
        clientId: 'hark',
        clientSecret: 'secret',
        scopes: 'openid email profile',
        groupsClaim: null,
        gifts: new Map(),
        joins: false,
      },
    ]);
    const more = {
      ...ONE,
      OIDC_NAME: 'École Exemple',
      OIDC_SCOPES: 'email groups',
      OIDC_GROUPS: 'groups',
      OIDC_ROLES: 'staff=publisher, staff=annual,heads = owner,a=b=monthly',
      OIDC_JOIN: 'verified-email',
    };
    expect(read(more)).toMatchObject([
      {
        id: 'ecole-exemple',
        name: 'École Exemple',
        scopes: 'openid email groups',
        groupsClaim: 'groups',
        gifts: new Map([
          ['staff', ['publisher', 'annual']],
          ['heads', ['owner']],
          ['a=b', ['monthly']],
        ]),
        joins: true,
      },
    ]);
  });

  test('may be several, by a file with the same names', () => {
    const OIDC_FILE = fileWith([
      {
        issuer: 'https://one.example',
        client_id: 'a',
        name: '图书馆',
        roles: { 'cn=a,ou=b': ['owner', 'annual'] },
        groups: 'groups',
      },
      { OIDC_ISSUER: 'http://127.0.0.1:9/realm', clientId: 'b', OIDC_NAME: 'Two', join: 'off' },
    ]);
    expect(read({ ...ONE, OIDC_FILE })).toMatchObject([
      { id: 'school-example' },
      {
        id: 'one-example',
        name: '图书馆',
        clientSecret: null,
        gifts: new Map([['cn=a,ou=b', ['owner', 'annual']]]),
      },
      { id: 'two', name: 'Two', issuer: 'http://127.0.0.1:9/realm', joins: false },
    ]);
  });

  test.each([
    [{ OIDC_NAME: 'School' }, 'OIDC_ISSUER is missing.'],
    [{ OIDC_ISSUER: 'https://school.example' }, 'OIDC_CLIENT_ID is missing.'],
    [{ ...ONE, OIDC_ISSUER: 'http://school.example' }, 'OIDC_ISSUER must be an https address'],
    [{ ...ONE, OIDC_ISSUER: 'https://a:b@school.example' }, 'OIDC_ISSUER must be an https address'],
    [{ ...ONE, OIDC_ISSUER: 'http://127.0.0.1.evil.example' }, 'OIDC_ISSUER must be an https address'],
    [{ ...ONE, OIDC_ISSUER: 'school' }, 'OIDC_ISSUER must be an https address'],
    [{ ...ONE, OIDC_NAME: 'x'.repeat(61) }, 'OIDC_NAME has at most 60 characters.'],
    [{ ...ONE, OIDC_NAME: 'a\nb' }, 'OIDC_NAME must have no control characters.'],
    [{ ...ONE, OIDC_JOIN: 'on' }, 'OIDC_JOIN must be off or verified-email.'],
    [{ ...ONE, OIDC_SCOPES: 'a"b' }, 'OIDC_SCOPES must be scopes with spaces between them.'],
    [{ ...ONE, OIDC_ROLES: 'staff=publisher' }, 'OIDC_GROUPS is missing'],
    [
      { ...ONE, OIDC_GROUPS: 'groups', OIDC_ROLES: 'staff=admin' },
      'OIDC_ROLES gives the group "staff" the role or plan "admin". There are: owner, publisher, listener, annual, monthly.',
    ],
    [{ ...ONE, OIDC_GROUPS: 'groups', OIDC_ROLES: 'staff' }, 'OIDC_ROLES is a list such as'],
  ])('are refused by name at the start: %j', (environment: Readonly<Record<string, string>>, words) => {
    expect(() => read(environment)).toThrow(UsageError);
    expect(() => read(environment)).toThrow(words);
  });

  test.each<readonly [unknown, string]>([
    ['{', 'it is not JSON'],
    ['{}', 'its JSON is not a list'],
    [[1], 'entry 1 is not an object'],
    [[{ issuer: 'https://a.example', client_id: 'a', secret: 'x' }], 'secret of entry 1 is not known'],
    [[{ issuer: 'https://a.example' }], 'CLIENT_ID of entry 1 is missing'],
    [
      [
        { issuer: 'https://a.example', client_id: 'a', name: 'School' },
        { issuer: 'https://b.example', client_id: 'a', name: 'school!' },
      ],
      'The providers "School" and "school!" need names that differ',
    ],
  ])('in a file are refused by name: %j', (json, words) => {
    expect(() => read({ OIDC_FILE: fileWith(json) })).toThrow(words);
  });

  test('cannot be in a file that is missing', () => {
    expect(() => read({ OIDC_FILE: '/nowhere/providers.json' })).toThrow('it cannot be read');
  });
});
