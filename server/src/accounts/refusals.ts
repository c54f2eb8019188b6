import type { ORPCError } from '@orpc/server';
import { Problem, problem, validationProblem } from '../platform/problem.ts';

/** What oRPC itself refuses: an input that does not fit, a body that is not JSON. */
export function problemOf(error: ORPCError<string, unknown>): Problem {
  const issues = (error.data as { issues?: Parameters<typeof validationProblem>[0] } | undefined)?.issues;
  if (error.code === 'BAD_REQUEST' && issues) return validationProblem(issues);
  if (error.status >= 400 && error.status < 500) return problem('ERROR_BAD_REQUEST');
  return new Problem('ERROR_DEFAULT_MESSAGE', {}, [], error);
}
