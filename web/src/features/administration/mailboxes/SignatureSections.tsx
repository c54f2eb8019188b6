import { Textarea } from '@mantine/core';
import { signaturePlacements } from '@parley/contract';
import { ChoiceField } from '../../../forms/ChoiceField.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { useText } from '../../../text.ts';
import styles from './Mailboxes.module.css';
import { placementNames } from './mailbox-names.ts';
import { SignaturePreview } from './SignaturePreview.tsx';
import type { SignatureValues } from './signature-values.ts';

/** The fields of a signature, and how it will look. */
export function SignatureSections({ form, mailboxId }: { form: Form<SignatureValues>; mailboxId: string }) {
  const text = useText();
  const isHtml = form.values.kind === 'HTML';
  return (
    <>
      <FormSection title={text('SIGNATURES_CONTENT')} why={text('SIGNATURES_CONTENT_WHY')}>
        <ChoiceField
          label={<Label name={text('SIGNATURES_KIND')} />}
          options={[
            { value: 'PLAIN', label: text('SIGNATURES_PLAIN') },
            { value: 'HTML', label: text('SIGNATURES_HTML') },
          ]}
          field={form.chosen('kind')}
        />
        <Textarea
          label={<Label name={text('SIGNATURES_CONTENT')} />}
          {...(isHtml && styles.content !== undefined ? { className: styles.content } : {})}
          autosize
          minRows={5}
          maxRows={20}
          spellCheck={!isHtml}
          {...form.typed('content')}
        />
        <ChoiceField
          label={<Label name={text('SIGNATURES_PLACEMENT')} />}
          options={signaturePlacements.map((value) => ({ value, label: text(placementNames[value]) }))}
          field={form.chosen('placement')}
        />
      </FormSection>
      <FormSection title={text('SIGNATURES_PREVIEW')} why={text('SIGNATURES_PREVIEW_WHY')}>
        <SignaturePreview values={form.values} mailboxId={mailboxId} />
      </FormSection>
    </>
  );
}
