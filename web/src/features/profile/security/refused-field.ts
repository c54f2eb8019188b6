import { ApiProblem } from '../../../api/api-problem.ts';

/** Whether a refusal is about what stands in a field, and is said there; anything else is said of the form. */
export const refusesField = (problem: unknown): problem is ApiProblem =>
  problem instanceof ApiProblem && (problem.key.startsWith('PASSWORD_') || problem.key === 'SECOND_FACTOR_CODE_WRONG');
