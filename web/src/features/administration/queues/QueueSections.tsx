import { Radio, Textarea, TextInput } from '@mantine/core';
import { QueueStrategy } from '@parley/contract';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { strategyNames, strategyWords } from '../../../queues/strategy-names.ts';
import { useText } from '../../../text.ts';
import { QueueHoursField } from './QueueHoursField.tsx';
import { QueueMembersField } from './QueueMembersField.tsx';
import { QueueOverflowField } from './QueueOverflowField.tsx';
import styles from './Queues.module.css';
import type { QueueValues } from './queue-values.ts';

/** The fields of a queue: what it is, by which strategy it gives out, when, and to whom. */
export function QueueSections({ form, queueId = null }: { form: Form<QueueValues>; queueId?: string | null }) {
  const text = useText();
  const { name, error } = form.chosen('strategy');
  return (
    <>
      <FormSection title={text('QUEUES_ABOUT')} why={text('QUEUES_ABOUT_WHY')}>
        <TextInput label={<Label name={text('QUEUES_NAME')} />} maxLength={120} {...form.typed('name')} />
        <Textarea
          label={<Label name={text('QUEUES_DESCRIPTION')} optional />}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1000}
          {...form.typed('description')}
        />
      </FormSection>
      <FormSection title={text('QUEUES_GIVING')} why={text('QUEUES_GIVING_WHY')}>
        <Radio.Group
          name={name}
          error={error}
          aria-label={text('QUEUES_STRATEGY')}
          value={form.values.strategy}
          onChange={(value) => form.set('strategy', QueueStrategy.parse(value))}
        >
          {QueueStrategy.options.map((strategy) => (
            <Radio
              key={strategy}
              value={strategy}
              name={name}
              className={styles.radio ?? ''}
              classNames={{ radio: styles.mark ?? '' }}
              label={text(strategyNames[strategy])}
              description={text(strategyWords[strategy])}
            />
          ))}
        </Radio.Group>
        <TextInput
          label={<Label name={text('QUEUES_WRAP_UP')} />}
          description={text('QUEUES_WRAP_UP_WORDS')}
          inputMode="numeric"
          {...form.typed('wrapUpSeconds')}
        />
        <TextInput
          label={<Label name={text('QUEUES_SILENCE_MINUTES')} />}
          description={text('QUEUES_SILENCE_MINUTES_WORDS')}
          inputMode="numeric"
          {...form.typed('silentMinutes')}
        />
      </FormSection>
      <FormSection title={text('QUEUES_HOURS')} why={text('QUEUES_HOURS_WHY')}>
        <QueueHoursField form={form} />
      </FormSection>
      <FormSection title={text('QUEUES_OVERFLOW')} why={text('QUEUES_OVERFLOW_WHY')}>
        <QueueOverflowField form={form} except={queueId} />
      </FormSection>
      <FormSection title={text('QUEUES_MEMBERS')} why={text('QUEUES_MEMBERS_WHY')}>
        <QueueMembersField form={form} />
      </FormSection>
    </>
  );
}
