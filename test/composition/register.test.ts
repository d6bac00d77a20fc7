import { isObservable } from 'mobx';
import { describe, expect, test } from 'vitest';
import { ListenerData } from '../../src/application/session/sign-out.ts';
import { Container } from '../../src/composition/container.ts';
import { resolve } from '../../src/composition/register.ts';

class Drafts {
  text = '';

  write(text: string): void {
    this.text = text;
  }

  reset(): void {
    this.text = '';
  }
}

class WriteDraft {
  static readonly inject = [Drafts];

  constructor(readonly drafts: Drafts) {}
}

describe('a class of the application', () => {
  test('is created once, with what its constructor takes', () => {
    const container = new Container();
    expect(resolve(container, WriteDraft)).toBe(resolve(container, WriteDraft));
    expect(resolve(container, WriteDraft).drafts).toBe(resolve(container, Drafts));
  });

  test('is observable if it is a state, and plain if it is a use case', () => {
    const container = new Container();
    expect(isObservable(resolve(container, Drafts))).toBe(true);
    expect(isObservable(resolve(container, WriteDraft))).toBe(false);
  });

  test('loses its data with the listener if it has a method reset', () => {
    const container = new Container();
    const { drafts } = resolve(container, WriteDraft);
    drafts.write('Dear');
    resolve(container, ListenerData).clear();
    expect(drafts.text).toBe('');
  });

  test('is replaced by what a test has bound before', () => {
    const container = new Container();
    const own = new Drafts();
    container.bind(Drafts, () => own);
    expect(resolve(container, WriteDraft).drafts).toBe(own);
  });
});
