import { until, type Page, type Target } from './page.ts';

/** The password of all demo accounts. */
export const PASSWORD = 'Listen-2026!';

/** A title with chapters of several minutes. */
export const BOOK = { path: '/audios/the-tide-library', title: 'The Tide Library' } as const;

/** The first chapter, independent of saved positions. */
export const FIRST_CHAPTER = `${BOOK.path}?chapter=1&t=5`;

export const main: Target = { role: 'main', name: /.*/u };
export const banner: Target = { role: 'banner', name: /.*/u };
export const player: Target = { role: 'region', name: 'Player' };

export const seekSlider: Target = { role: 'slider', name: 'Seek', within: player };

export const button = (name: string | RegExp, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within && { within }),
});

export const heading = (name: string): Target => ({ role: 'heading', name });

/** What a listener does in the product, and what can be heard. */
export class Listener {
  constructor(readonly page: Page) {}

  /** Opens a page that needs a session, and signs in on the page that is shown instead. */
  async signIn(email: string, at = '/'): Promise<void> {
    const { page } = this;
    await page.open(at);
    await page.enter({ role: 'textbox', name: 'Email' }, email);
    // A password field has no role.
    await page.press('Tab');
    await page.typeText(PASSWORD);
    await page.click(button('Sign In', main));
    await page.waitForPath(at);
  }

  /** Plays a title by the button of its page, and hears it. */
  async play(path: string, title: string): Promise<void> {
    await this.page.open(path);
    await this.page.click(button(`Play ${title}`, main));
    await this.hear(1);
  }

  /** Seconds of the sound in this tab; null if it is silent. */
  async heardAt(): Promise<number | null> {
    return this.page.evaluate(() => {
      const audio = document.querySelector('audio');
      return audio === null || audio.paused ? null : audio.currentTime;
    });
  }

  /** Seconds, as the seek slider shows them. */
  async position(): Promise<number> {
    return Number((await this.page.waitFor(seekSlider)).value);
  }

  /** Waits until the sound has moved on by so many seconds, and returns where it is. */
  async hear(seconds: number): Promise<number> {
    await this.page.waitFor(button('Pause', player));
    const from = await until('the sound has started', () => this.heardAt());
    return until(`the sound has moved on by ${seconds} s`, async () => {
      const at = await this.heardAt();
      return at !== null && at >= from + seconds ? at : null;
    });
  }

  /**
   * Resumes the closed player, and returns where the sound was and where it went on. The page itself measures both, because
   * the sound goes on while a busy machine carries out the next command.
   */
  async resume(): Promise<{
    readonly stoppedAt: number;
    readonly startedAt: number;
    readonly isLoadedAgain: boolean;
  }> {
    await until('the sound has stopped', async () => (await this.heardAt()) === null);
    const stoppedAt = await this.page.evaluate(() => {
      const audio = document.querySelector('audio');
      const resumed = { startedAt: -1, isLoadedAgain: false };
      Reflect.set(globalThis, 'resumed', resumed);
      // A browser may play without the event `playing` (PLAY-94).
      audio?.addEventListener('play', () => (resumed.startedAt = audio.currentTime), { once: true });
      audio?.addEventListener('emptied', () => (resumed.isLoadedAgain = true), { once: true });
      return audio?.currentTime ?? 0;
    });
    await this.page.click(button('Resume'));
    await this.hear(1);
    const resumed = await this.page.evaluate(
      () =>
        Reflect.get(globalThis, 'resumed') as {
          readonly startedAt: number;
          readonly isLoadedAgain: boolean;
        },
    );
    return { stoppedAt, ...resumed };
  }

  async pause(): Promise<void> {
    await this.page.click(button('Pause', player));
    await this.page.waitFor(button('Play', player));
    await until('the sound has stopped', async () => (await this.heardAt()) === null);
  }
}
