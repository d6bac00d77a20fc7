import { expect, test } from 'vitest';
import { bundleClient } from './bundle.ts';
import { compileClient, Page } from './model/page.ts';
import { Device, Tab, World } from './world.ts';

test('what a page stores after its end can be read by this page only', async () => {
  const client = compileClient(await bundleClient());
  const world = new World({ seed: 1, client, clockErrors: [], listeners: 1 });
  const device = new Device(world, 'device', 0);
  const page = new Page(new Tab(device, 'tab'), 1);
  const { localStorage } = page;
  localStorage.setItem('first', '1');
  localStorage.setItem('second', '1');
  page.end();

  localStorage.setItem('first', '2');
  localStorage.removeItem('second');
  localStorage.setItem('third', '1');

  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  expect(keys.map((key) => [key, localStorage.getItem(key)])).toEqual([
    ['first', '2'],
    ['third', '1'],
  ]);
  expect([...device.storage.entries]).toEqual([
    ['first', '1'],
    ['second', '1'],
  ]);
});
