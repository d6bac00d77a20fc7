import { describe, expect, test } from 'vitest';
import { readOptions, UsageError } from '../../server/options.ts';

describe('the command line', () => {
  test('without anything listens on loopback and keeps its data in .data', () => {
    expect(readOptions([], {})).toEqual({
      port: 4321,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      dist: undefined,
      scale: 0,
      reset: false,
      faults: false,
      hostedLogin: false,
      collectors: true,
      quiet: false,
      readyJson: false,
    });
  });

  test('a flag counts over the environment', () => {
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
  });

  test('never empties a database server', () => {
    expect(() => readOptions(['--reset'], { DATABASE_URL: 'postgres://db.example/x' })).toThrow(UsageError);
  });

  test.each([
    [['--port', 'eighty']],
    [['--port', '65536']],
    [['--scale', '-5']],
    [['--scale', '1e9']],
    [['--prot', '80']],
    [['extra']],
  ])('%j is refused with a sentence', (args) => {
    expect(() => readOptions(args, {})).toThrow(UsageError);
  });
});
