/** Types of `input` that take no text. */
const CONTROLS = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

/** Widgets in which every key may have a meaning. */
const WIDGETS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="menu"], ' +
  '[role="listbox"], [role="combobox"]';

/** Controls that the space bar presses. */
const PRESSED =
  'button, summary, input:not([type="range"]), audio, video, [role="button"], [role="checkbox"]';

/** Controls that the arrow keys operate. */
const ARROWED = 'input, audio, video, [role="slider"], [role="tablist"], [role="radiogroup"]';

/** Whether the focused control uses this key itself, or the listener is typing (PLAY-53). */
export function isTakenByFocus(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(WIDGETS) !== null) return true;
  if (target instanceof HTMLInputElement && !CONTROLS.includes(target.type)) return true;
  if (key === ' ') return target.closest(PRESSED) !== null;
  return key.startsWith('Arrow') && target.closest(ARROWED) !== null;
}
