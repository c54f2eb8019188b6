import type { KeyboardEvent } from 'react';

/** It belongs to what an input method is composing; some browsers end that with an Enter that is not marked so (229). */
export const isOfInputMethod = ({ nativeEvent, keyCode }: KeyboardEvent): boolean => nativeEvent.isComposing || keyCode === 229;

/** Enter that sends or saves what stands in a field: unless its writer chose otherwise, with Ctrl always; Shift+Enter begins a line. */
export const isSending = (key: KeyboardEvent, enterSends: boolean): boolean =>
  key.key === 'Enter' && !key.shiftKey && !key.altKey && (enterSends || key.ctrlKey || key.metaKey) && !isOfInputMethod(key);
