import { configure, makeAutoObservable } from 'mobx';
import { PagedList, type Identified } from '../application/catalogue/paged-list.ts';

configure({ enforceActions: 'always' });

/**
 * Makes a plain state observable: fields are observed, getters cached, methods batched. The core never imports
 * the library that does this.
 */
export const observed = <State extends object>(state: State): State =>
  makeAutoObservable(state, {}, { deep: false, autoBind: true });

/** An empty list that views can observe. */
export const createObservedList = <Item extends Identified>(): PagedList<Item> =>
  observed(new PagedList<Item>());
