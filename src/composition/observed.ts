import { configure, makeAutoObservable } from 'mobx';

configure({ enforceActions: 'always' });

/**
 * Makes a plain state observable, in place: its fields are watched, its getters cached, its transitions
 * batched. The core never imports the library that does it.
 */
export const observed = <State extends object>(state: State): State =>
  makeAutoObservable(state, {}, { deep: false, autoBind: true });
