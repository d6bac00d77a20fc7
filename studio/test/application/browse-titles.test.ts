import { describe, expect, test } from 'vitest';
import { MemoryStudioApi } from '../../src/adapters/memory/memory-studio-api.ts';
import { BrowseTitles } from '../../src/application/browse-titles.ts';
import { TitleTableState } from '../../src/application/title-table-state.ts';
import { aTitle } from '../contract/titles.ts';

const make = (count: number) => {
  const titles = Array.from({ length: count }, (_, at) => aTitle(String(at), `Title ${at}`));
  const api = new MemoryStudioApi(titles);
  const state = new TitleTableState();
  return { api, state, browse: new BrowseTitles(api, state) };
};

describe('the rows of the catalogue (STU-5)', () => {
  test('load by pages, only those that are shown', async () => {
    const { api, state, browse } = make(1000);
    await browse.open();
    expect([state.total, [...state.pages.keys()]]).toEqual([1000, [0]]);
    await browse.showRows(730, 760);
    expect([...state.pages.keys()]).toEqual([0, 7]);
    await browse.showRows(695, 705);
    expect([...state.pages.keys()]).toEqual([0, 7, 6]);
    expect(api.calls.length).toBe(3);
  });

  test('are asked for once, however often they are shown', async () => {
    const { api, browse } = make(10);
    await Promise.all([browse.showRows(0, 5), browse.showRows(0, 9), browse.open()]);
    expect(api.calls).toEqual(['titles']);
  });

  test('of an earlier query are ignored when they arrive late', async () => {
    const { state, browse } = make(20);
    const early = browse.ask({ text: 'Title' });
    const late = browse.ask({ text: 'Title 7' });
    await Promise.all([late, early]);
    expect(state.total).toBe(1);
  });

  test('a failure is told, and gone after the next success', async () => {
    const { api, state, browse } = make(10);
    api.failNext('titles', { kind: 'server' });
    await browse.open();
    expect(state.failure).toContain('went wrong');
    await browse.reload();
    expect([state.failure, state.total]).toEqual([null, 10]);
  });

  test('selected rows are those of the query', async () => {
    const { state, browse } = make(10);
    await browse.open();
    state.selectLoaded();
    expect(state.selected.size).toBe(10);
    await browse.ask({ text: '7' });
    expect(state.selected.size).toBe(0);
  });
});
