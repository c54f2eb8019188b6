import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopiedText } from '../../../forms/CopiedText.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { type AnyEnd, callsOf, type EndKind } from './end-kinds.ts';
import { keepStored } from './told.ts';

/** At which address the provider of an end calls: to copy, and to be made anew. */
export function HookAddress({ kind, end }: { kind: EndKind; end: AnyEnd }) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const make = async () => {
    const stored = await callsOf[kind].newHookAddress({ accountId: end.accountId, endId: end.id });
    keepStored(kind, stored, 'ENDS_HOOK_ANOTHER_DONE');
    return true;
  };
  return (
    <FormSection title={text('ENDS_HOOK')} why={text(kind === 'viber-support' ? 'ENDS_HOOK_WHY_BOT' : 'ENDS_HOOK_WHY')}>
      <CopiedText label={text('ENDS_HOOK')} value={end.hookAddress} />
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {text('ENDS_HOOK_ANOTHER')}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={text('ENDS_HOOK_ANOTHER_ASK')}
          words={text('ENDS_HOOK_ANOTHER_WORDS')}
          verb={text('ENDS_HOOK_ANOTHER')}
          danger
          onConfirm={make}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </FormSection>
  );
}
