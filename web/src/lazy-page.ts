import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiProblem, UNREACHABLE } from './api/api-problem.ts';
import { everyText } from './text.ts';

/**
 * A page of which nothing is loaded before it is opened, neither its code nor its words. When a part does not come, the
 * page's place says that Parley could not be reached.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const whole = async (): Promise<Module> => {
    try {
      const [module] = await Promise.all([load(), everyText()]);
      return module;
    } catch (cause) {
      throw new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null, cause);
    }
  };
  return lazyRouteComponent(whole, name);
}
