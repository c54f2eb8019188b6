/** Made from the contract's schemas by build/plain-contract.ts. */
declare module 'virtual:contract-routes' {
  export const routes: import('../../build/routes.ts').RouteTable;
}

declare module 'virtual:contract-routes-later' {
  export const routes: import('../../build/routes.ts').RouteTable;
}

declare module 'virtual:contract-shapes' {
  type Shape = import('./shape.ts').Shape;
  type Name = import('@parley/contract').AgentReceives['type'] | 'Envelope' | 'ErrorBody' | 'Id' | 'UploadedFile';
  export const shapes: Readonly<Record<Name, Shape>>;
  export const parts: Readonly<Record<string, Shape>>;
}

declare module 'virtual:contract-shapes-later' {
  import type { Shape } from './shape.ts';

  export const shapes: Readonly<Record<'AssignmentReason' | 'CallEvent' | 'Email', Shape>>;
  export const parts: Readonly<Record<string, Shape>>;
}
