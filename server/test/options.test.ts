import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../given.ts';
import { readOptions, readUsableOptions } from '../options.ts';

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

describe('the command line', () => {
  test('without arguments listens on loopback and stores its data in .data', () => {
    expect(readOptions([], {})).toEqual({
      port: 4321,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseConnections: undefined,
      dist: undefined,
      scale: 0,
      reset: false,
      faults: false,
      feedNetworks: [],
      hostedLogin: false,
      issuers: [],
      tellsOfNewDevices: false,
      passwordlessSignIn: false,
      appOrigins: [],
      collectors: true,
      mobileApp: true,
      linkPreviews: true,
      appErrors: true,
      publicUrl: undefined,
      trialDays: 0,
      trustedProxies: [],
      logLevel: undefined,
      metricsToken: undefined,
      traces: undefined,
      drainSeconds: 0,
      quiet: false,
      readyJson: false,
    });
  });

  test('names the proxy in front, and what operators watch', () => {
    const environment = {
      HOST: '10.0.0.5',
      PUBLIC_URL: 'https://listen.example/',
      TRUSTED_PROXIES: '10.0.0.1 10.1.0.0/16',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: 'secret',
      DRAIN_SECONDS: '5',
    };
    expect(readOptions([], environment)).toMatchObject({
      host: '10.0.0.5',
      publicUrl: 'https://listen.example',
      trustedProxies: ['10.0.0.1', '10.1.0.0/16'],
      logLevel: 'warn',
      metricsToken: 'secret',
      drainSeconds: 5,
    });
    expect(readOptions([], COLLECTOR).traces).toEqual({
      asksParent: true,
      share: 1,
    });
    expect(
      readOptions([], {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces',
        OTEL_SDK_DISABLED: 'true',
      }).traces,
    ).toBeUndefined();
    expect(readOptions([], { TRIAL_DAYS: '7' }).trialDays).toBe(7);
    for (const text of ['-1', '731', 'a week'])
      expect(() => readOptions([], { TRIAL_DAYS: text })).toThrow('TRIAL_DAYS must be a whole number');
    expect(readOptions(['--host', '127.0.0.2'], environment)).toMatchObject({ host: '127.0.0.2' });
  });

  test.each([
    [{ PUBLIC_URL: 'listen.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://listen.example/app' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://listen.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://user:secret@listen.example' }, 'PUBLIC_URL'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [
      {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.example:4317',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      },
      'OTEL_EXPORTER_OTLP_PROTOCOL',
    ],
    [{ ...COLLECTOR, OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
    [
      { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
      'OTEL_TRACES_SAMPLER_ARG',
    ],
    [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ DRAIN_SECONDS: 'soon' }, 'DRAIN_SECONDS'],
  ])('%j is refused by its name', (environment, name) => {
    expect(() => readOptions([], environment)).toThrow(name);
  });

  test.each([
    ['always_on', undefined, { asksParent: false, share: 1 }],
    ['always_off', undefined, { asksParent: false, share: 0 }],
    ['traceidratio', '0.25', { asksParent: false, share: 0.25 }],
    ['traceidratio', undefined, { asksParent: false, share: 1 }],
    ['parentbased_always_on', '0.25', { asksParent: true, share: 1 }],
    ['parentbased_always_off', undefined, { asksParent: true, share: 0 }],
    ['parentbased_traceidratio', '0.1', { asksParent: true, share: 0.1 }],
  ])('the sampler %s with %s gives %j', (sampler, argument, sampling) => {
    const environment = {
      ...COLLECTOR,
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: argument,
    };
    expect(readOptions([], environment).traces).toEqual(sampling);
  });

  test('names other origins of the app', () => {
    const args = ['--app-origin', 'http://127.0.0.1:5173/', '--app-origin=https://listen.example'];
    expect(readOptions(args, {})).toMatchObject({
      appOrigins: ['http://127.0.0.1:5173', 'https://listen.example'],
    });
  });

  test('names the connections to the database', () => {
    const environment = { DATABASE_CONNECTIONS: '25', DATABASE_DIRECT_URL: 'postgres://db.example/x' };
    expect(readOptions([], environment)).toMatchObject({
      databaseConnections: 25,
      databaseDirectUrl: 'postgres://db.example/x',
    });
    for (const DATABASE_CONNECTIONS of ['0', '-1', '2.5', 'many', '1001']) {
      expect(() => readOptions([], { DATABASE_CONNECTIONS })).toThrow(
        `DATABASE_CONNECTIONS must be a whole number from 1 to 1000, not "${DATABASE_CONNECTIONS}".`,
      );
    }
  });

  test('names the database by an address, which no message repeats, because it may contain a password', () => {
    for (const address of ['secret', 'db.example/hark', 'mysql://u:secret@db.example/hark']) {
      for (const variable of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
        const read = (): unknown => readOptions([], { [variable]: address });
        expect(read).toThrow(
          new UsageError(`${variable} is an address such as postgresql://hark:password@db.example/hark.`),
        );
      }
    }
  });

  test('a flag overrides the environment', () => {
    const environment = { PORT: '8080', DATA_DIR: '/data', DATABASE_URL: 'postgres://db.example/x' };
    expect(readOptions([], environment)).toMatchObject({
      port: 8080,
      dataDir: '/data',
      databaseUrl: 'postgres://db.example/x',
    });
    expect(readOptions(['--port', '0', '--data-dir', 'here', '--scale=500'], environment)).toMatchObject({
      port: 0,
      dataDir: 'here',
      scale: 500,
    });
    expect(readOptions(['--reset'], {})).toMatchObject({ reset: true });
    expect(readOptions(['--no-mobile-app'], {})).toMatchObject({ mobileApp: false, collectors: true });
  });

  test('never empties a database server', () => {
    expect(() => readOptions(['--reset'], { DATABASE_URL: 'postgres://db.example/x' })).toThrow(UsageError);
  });

  test.each(['0.0.0.0', '::', '192.168.1.7', 'example.org', '127.0.0.1.example.org', ''])(
    'never opens the test controls to other machines: --host %j',
    (host) => {
      expect(() => readOptions(['--faults', `--host=${host}`], {})).toThrow(UsageError);
      expect(() => readOptions(['--faults', `--host=${host}`], {})).toThrow(/--faults .* other machines/);
      expect(readOptions([`--host=${host}`], {})).toMatchObject({ host, faults: false });
    },
  );

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])(
    'opens the test controls on loopback: --host %s',
    (host) => {
      expect(readOptions(['--faults', '--host', host], {})).toMatchObject({ host, faults: true });
    },
  );

  test.each([
    [['--port', 'eighty']],
    [['--port', '65536']],
    [['--scale', '-5']],
    [['--scale', '1e9']],
    [['--app-origin', 'listen.example']],
    [['--app-origin', 'https://listen.example/login']],
    [['--app-origin', 'file:///login']],
    [['--prot', '80']],
    [['extra']],
  ])('%j is refused with a sentence', (args) => {
    expect(() => readOptions(args, {})).toThrow(UsageError);
  });
});

describe('the mail server', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example.org';
  const read = (environment: Readonly<Record<string, string>>) => readOptions([], environment);

  test.each([
    ['Tidewater <hello@example.org>', { name: 'Tidewater', address: 'hello@example.org' }],
    ['"Tide, and water" <hello@example.org>', { name: 'Tide, and water', address: 'hello@example.org' }],
    ['hello@example.org', { name: 'Hark', address: 'hello@example.org' }],
  ])('sends from %j', (MAIL_FROM, from) => {
    expect(read({ SMTP_URL, MAIL_FROM }).mail).toEqual({ url: SMTP_URL, from });
  });

  test('is absent by default', () => {
    expect(read({}).mail).toBeUndefined();
    expect(read({ PUBLIC_URL: 'https://listen.example.org/' }).publicUrl).toBe('https://listen.example.org');
  });

  test.each([
    ['', 'MAIL_FROM'],
    ['nobody', 'MAIL_FROM'],
    ['Hark <hello@example.org>\r\nBcc: eve@example.org', 'MAIL_FROM'],
    ['Ha\nrk <hello@example.org>', 'MAIL_FROM'],
    ['a@b.c, d@e.f', 'MAIL_FROM'],
  ])('does not send from %j', (MAIL_FROM, name) => {
    expect(() => read({ SMTP_URL, MAIL_FROM })).toThrow(name);
  });

  test('needs an address, which no message repeats, because it may contain a password', () => {
    const wrong = 'mail.example.org:secret';
    expect(() => read({ SMTP_URL: wrong, MAIL_FROM: 'a@b.c' })).toThrow('SMTP_URL is an address');
    expect(() => read({ SMTP_URL: wrong, MAIL_FROM: 'a@b.c' })).not.toThrow('secret');
    expect(() => read({ PUBLIC_URL: 'https://example.org/path' })).toThrow('PUBLIC_URL');
  });
});

describe('the store of the media', () => {
  const args = ['--library', '/srv/audio'];

  test('is the data folder by default', () => {
    expect(readOptions(args, {}).mediaStore).toBeUndefined();
    expect(readOptions(args, { MEDIA_STORE: 'file:' }).mediaStore).toBeUndefined();
  });

  test('may be a bucket', () => {
    const MEDIA_STORE = 's3://hark/media?endpoint=https://store.example&region=eu-central-1';
    expect(readOptions(args, { MEDIA_STORE }).mediaStore).toEqual({
      bucket: 'hark',
      prefix: 'media',
      endpoint: 'https://store.example',
      region: 'eu-central-1',
    });
  });

  test('is refused for another address, which no message repeats, and for the demonstration', () => {
    const MEDIA_STORE = 's3://key:secret@hark';
    expect(() => readOptions(args, { MEDIA_STORE })).toThrow('MEDIA_STORE is file: or an address');
    expect(() => readOptions(args, { MEDIA_STORE })).not.toThrow('secret');
    expect(() => readOptions([], { MEDIA_STORE: 's3://hark' })).toThrow('belongs to --library');
  });
});

test('a library that is no folder is refused before anything starts', async () => {
  const folder = import.meta.dirname;
  await expect(readUsableOptions(['--library', folder], {})).resolves.toMatchObject({ library: [folder] });
  for (const [path, refusal] of [
    [import.meta.filename, 'is not a folder.'],
    [join(folder, 'no-such-folder'), 'does not exist or may not be read.'],
  ] as const) {
    await expect(readUsableOptions(['--library', path], {})).rejects.toThrow(
      new UsageError(`${path} ${refusal}`),
    );
  }
});
