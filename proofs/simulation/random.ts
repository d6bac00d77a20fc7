/** Random numbers from a seed (Mulberry32). The same seed gives the same numbers. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Separate random numbers from the same seed. The same name always gives the same numbers. */
  static forked(seed: number, name: string): Random {
    const mixed = [...name].reduce(
      (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193),
      seed | 0,
    );
    return new Random(mixed);
  }

  /** A number from 0 up to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[this.between(0, choices.length - 1)];
    if (choice === undefined) throw new Error('There is nothing to choose from');
    return choice;
  }
}
