// Proves CAT-25.
import { describe, expect, it, vi } from 'vitest';
import { type OpenedList, PagedList } from '../../../src/application/catalogue/open-list.ts';
import { UserState } from '../../../src/application/session/user-state.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import { HistoryLists } from '../../../src/ui/app/history-lists.ts';

const aList = (): OpenedList<ContentItem> => ({
  list: new PagedList<ContentItem>(),
  loadMore: async () => {},
  loadRest: async () => {},
  refresh: async () => {},
  retry: async () => {},
});
const entry = (key: string) => ({ state: { __TSR_key: key } });

const keptFor = () => {
  const user = new UserState();
  return { user, kept: new HistoryLists<ContentItem>(user) };
};

describe('lists for back and forward navigation', () => {
  it('returns the list that the history entry has shown', () => {
    const { kept } = keptFor();
    const [list, other] = [aList(), aList()];
    kept.shown(entry('a'), list);
    expect(kept.open(entry('a'), () => other)).toBe(list);
    expect(kept.open(entry('b'), () => other)).toBe(other);
  });

  it('returns a new list for an entry whose list was forgotten', () => {
    const { kept } = keptFor();
    const [list, other] = [aList(), aList()];
    kept.shown(entry('a'), list);
    kept.forget(entry('a'));
    expect(kept.open(entry('a'), () => other)).toBe(other);
  });

  it('returns no stored list to another listener', () => {
    const { kept, user } = keptFor();
    const other = aList();
    kept.shown(entry('a'), aList());
    user.setUser({ ...NOBODY, id: userId('somebody') });
    expect(kept.open(entry('a'), () => other)).toBe(other);
  });

  it('stores the ten lists that were shown last', () => {
    const { kept } = keptFor();
    const [first, second, fresh] = [aList(), aList(), aList()];
    kept.shown(entry('0'), first);
    kept.shown(entry('1'), second);
    for (let at = 2; at <= 9; at += 1) kept.shown(entry(String(at)), aList());
    kept.shown(entry('0'), first);
    kept.shown(entry('10'), aList());
    expect(kept.open(entry('0'), () => fresh)).toBe(first);
    expect(kept.open(entry('1'), () => fresh)).toBe(fresh);
  });

  it('reloads the list on the screen, and removes the others', () => {
    const { kept } = keptFor();
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    const [shown, other, fresh] = [{ ...aList(), refresh }, aList(), aList()];
    kept.shown(entry('other'), other);
    kept.shown(entry('shown'), shown);
    kept.refresh(entry('shown'));
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(kept.open(entry('shown'), () => fresh)).toBe(shown);
    expect(kept.open(entry('other'), () => fresh)).toBe(fresh);
    kept.refresh(entry('no list'));
    expect(kept.open(entry('shown'), () => fresh)).toBe(fresh);
  });
});
