import type { SendingRules } from '@parley/contract';

/** The rules as they are switched. */
export interface SendingValues extends Record<string, boolean> {
  undoSendSeconds: boolean;
  cancelWhenCustomerWrites: boolean;
}

/** So many seconds a message can be taken back where that is switched on. */
const SECONDS = 10;

export const valuesOf = ({ undoSendSeconds, cancelWhenCustomerWrites }: SendingRules): SendingValues => ({
  undoSendSeconds: undoSendSeconds > 0,
  cancelWhenCustomerWrites,
});

/** What a PATCH says of the fields that were switched. */
export const replacementsOf = (changed: readonly (keyof SendingRules)[], values: SendingValues) =>
  changed.map((path) =>
    path === 'undoSendSeconds'
      ? ({ op: 'replace', path, value: values.undoSendSeconds ? SECONDS : 0 } as const)
      : ({ op: 'replace', path, value: values.cancelWhenCustomerWrites } as const),
  );
