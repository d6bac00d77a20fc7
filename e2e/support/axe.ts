import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The accessibility violations of the page as it is now, each with its rule and element.
 *
 * @param without rules that are left out
 */
export async function violations(page: Page, without: readonly string[] = []): Promise<readonly string[]> {
  await settled(page);
  const axe = new AxeBuilder({ page }).withTags(STANDARDS).disableRules([...without]);
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Waits until the page has rendered and all transitions have ended, because colours change during a transition. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    // The browser pauses animations of skipped content, so they never end.
    const isRunning = ({ effect, playState }: Animation): boolean =>
      playState === 'running' &&
      effect instanceof KeyframeEffect &&
      effect.getComputedTiming().endTime !== Infinity &&
      effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true;
    while (document.getAnimations().some(isRunning)) await new Promise(requestAnimationFrame);
  });
}
