import { configure, makeAutoObservable } from 'mobx';
import { PagedList, type Identified } from '../application/catalogue/paged-list.ts';

configure({ enforceActions: 'always' });

/**
 * Makes a plain state observable, in place: its fields are watched, its getters cached, its transitions
 * batched. The core never imports the library that does it.
 */
export const observed = <State extends object>(state: State): State =>
  makeAutoObservable(state, {}, { deep: false, autoBind: true });

/** An empty list that the views can observe. */
export const createObservedList = <Item extends Identified>(): PagedList<Item> =>
  observed(new PagedList<Item>());
