import { fireEvent, screen } from '@testing-library/dom';
import { NoticeCard } from 'audio-streaming-components/notice-card';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const STAY = 8000;

let root: Root;

beforeEach(() => {
  vi.useFakeTimers();
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

function shown(stay: number | null) {
  const onDismiss = vi.fn<(isByHand: boolean) => void>();
  flushSync(() =>
    root.render(
      <NoticeCard kind="success" stay={stay} onDismiss={onDismiss}>
        Saved
      </NoticeCard>,
    ),
  );
  return { onDismiss, button: screen.getByRole('button', { name: 'Dismiss' }) };
}

test('a notice goes after its time (APP-19)', () => {
  const { onDismiss } = shown(STAY);
  vi.advanceTimersByTime(STAY - 1);
  expect(onDismiss).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDismiss.mock.calls).toEqual([[false]]);
});

test('a notice without a time stays until it is dismissed', () => {
  const { onDismiss, button } = shown(null);
  vi.advanceTimersByTime(100 * STAY);
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.click(button);
  expect(onDismiss.mock.calls).toEqual([[true]]);
});

test('a notice with the focus stays, and then for its whole time', () => {
  const { onDismiss, button } = shown(STAY);
  vi.advanceTimersByTime(STAY - 1);
  flushSync(() => fireEvent.focusIn(button));
  vi.advanceTimersByTime(10 * STAY);
  expect(onDismiss).not.toHaveBeenCalled();
  flushSync(() => fireEvent.focusOut(button));
  vi.advanceTimersByTime(STAY - 1);
  expect(onDismiss).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDismiss).toHaveBeenCalledOnce();
});
