import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { ApiProblem, UNREACHABLE } from './api/api-problem.ts';
import { together } from './replaced.ts';
import { everyText } from './text.ts';

const kit = () => import('./theme/Kit.tsx');

/**
 * A page of which nothing is loaded before it is opened: neither its code nor its words, nor the kit that draws its parts. When
 * a part does not come, the page's place says that Parley could not be reached.
 */
export function lazyPage<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  const whole = async (): Promise<{ Page: ComponentType }> => {
    try {
      const [module, { Kit }] = await together(load(), kit(), everyText());
      // Made once: the router keeps what it has loaded.
      const page = () => createElement(Kit, null, createElement(module[name]));
      return { Page: page };
    } catch (cause) {
      throw new ApiProblem(UNREACHABLE, { message: 'FRAME_UNREACHABLE', errors: [] }, null, { cause });
    }
  };
  return lazyRouteComponent(whole, 'Page');
}
