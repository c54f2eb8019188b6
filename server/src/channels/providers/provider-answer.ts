import type { ConnectionProblem } from '@parley/contract';
import { keptAnswer } from '../../rooms/index.ts';
import type { ConnectionTest } from './adapter.ts';

export type { ConnectionTest };

/** What came of a test, fit to be kept. `tokenExpiresAt` undefined: the provider did not tell. */
export interface ProviderAnswer {
  problem: ConnectionProblem | null;
  answer: string | null;
  tokenExpiresAt: string | null | undefined;
}

export function providersAnswer(outcome: ConnectionTest): ProviderAnswer {
  const answer = keptAnswer(outcome.answer, '');
  if (!outcome.ok) return { problem: outcome.problem, answer, tokenExpiresAt: undefined };
  return { problem: null, answer, tokenExpiresAt: outcome.tokenExpiresAt };
}

/** Asks the provider whether it knows us, for so long. What goes wrong is the answer. */
export async function askedOf(test: (signal: AbortSignal) => Promise<ConnectionTest>, withinMs: number): Promise<ConnectionTest> {
  const patience = AbortSignal.timeout(withinMs);
  const over = new Promise<ConnectionTest>((resolve) => {
    patience.addEventListener('abort', () => resolve({ ok: false, problem: 'UNREACHABLE' }));
  });
  const asked = test(patience).catch((error: unknown): ConnectionTest => {
    return { ok: false, problem: 'UNREACHABLE', answer: error instanceof Error ? error.message : String(error) };
  });
  return Promise.race([asked, over]);
}
