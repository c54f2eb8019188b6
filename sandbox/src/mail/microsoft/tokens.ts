import { randomBytes } from 'node:crypto';

/** Access tokens that were given, until they run out. */
export class Tokens {
  readonly #untilOf = new Map<string, number>();

  /** @param seconds how long it holds */
  give(seconds: number): string {
    const token = `eyJ.${randomBytes(24).toString('base64url')}`;
    this.#untilOf.set(token, performance.now() + seconds * 1000);
    return token;
  }

  holds(token: string): boolean {
    return (this.#untilOf.get(token) ?? 0) > performance.now();
  }
}
