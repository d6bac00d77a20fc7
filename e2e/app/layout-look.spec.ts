import { expect, test } from '@playwright/test';
import { lookAt } from '../support/layout.ts';

const FAULTY = `<!doctype html>
  <p style="width: 60px; overflow: hidden; white-space: nowrap">Cut at its side</p>
  <p style="height: 24px; overflow: hidden; font-size: 40px; line-height: 40px">Cut below</p>
  <button style="width: 60px; white-space: nowrap">Wider than its button</button>
  <p style="position: absolute; left: 300px; white-space: nowrap">Outside of the window</p>
  <p style="position: absolute; top: 300px; margin: 0">Below another</p>
  <p style="position: absolute; top: 304px; margin: 0">Above another</p>
  <select style="width: 60px"><option>Longer than its choice</option></select>
  <p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Shortened on purpose</p>`;

const SOUND = `<!doctype html>
  <p>Words that break into lines as words do, however narrow the window may be.</p>
  <button aria-label="Read out">Inside of its button</button>
  <div style="width: 60px; overflow: auto; white-space: nowrap">A list that is moved sideways</div>
  <p style="position: fixed; top: 8px; margin: 0">A layer above the page</p>`;

test.use({ viewport: { width: 320, height: 640 } });

test('the look at a page finds each kind of fault, and no fault where there is none (LANG-15)', async ({
  page,
}) => {
  await page.setContent(FAULTY);
  const { faults, shortened } = await lookAt(page);
  for (const words of [
    /^cut: “Cut at its side”/u,
    /^cut: “Cut below”/u,
    /^outside of its frame: “Wider than its button”/u,
    /^outside of the window: “Outside of the window”/u,
    /^“Below another” is above: “Above another”/u,
    /^does not fit: “Longer than its choice”/u,
    /^the page is \d+ px wide/u,
  ])
    expect(faults).toContainEqual(expect.stringMatching(words));
  expect(faults).toHaveLength(7);
  expect(shortened).toEqual(['Shortened on purpose']);

  await page.setContent(SOUND);
  const sound = await lookAt(page);
  expect(sound.faults).toEqual([]);
  expect(sound.texts).toContain('Read out');
});
