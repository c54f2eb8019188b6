import { Button, TextInput } from '@mantine/core';
import { type ChannelHealth, numberChannels, TestMessage as TestMessageBody, type TestMessageResult } from '@parley/contract';
import { useState } from 'react';
import { problemText } from '../../../api/api-problem.ts';
import { api, orpc, queryClient } from '../../../api/client.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { Label } from '../../../forms/Label.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { type TextKey, useText } from '../../../text.ts';
import { useScope } from '../scope.ts';
import styles from './Channels.module.css';
import { reasonWords, type Weight } from './health-words.ts';
import { Outcome } from './Outcome.tsx';

const outcomes = {
  ACCEPTED: { weight: 'well', words: 'CHANNELS_TRY_ACCEPTED' },
  UNKNOWN: { weight: 'trouble', words: 'CHANNELS_TRY_UNKNOWN' },
  REFUSED: { weight: 'trouble', words: 'CHANNELS_TRY_REFUSED' },
} as const satisfies Record<TestMessageResult['outcome'], { weight: Weight; words: TextKey }>;

/** Sends a message to somebody to see whether the channel works, and says what became of it. */
export function TestMessage({ health }: { health: ChannelHealth }) {
  const text = useText();
  const { accountId } = useScope();
  const [result, setResult] = useState<TestMessageResult | null>(null);
  const form = useForm({
    values: { to: '', text: text('CHANNELS_TRY_USUAL') },
    rules: {
      to: { name: 'CHANNELS_TRY_TO', schema: TestMessageBody.shape.to },
      text: { name: 'CHANNELS_TRY_TEXT', schema: TestMessageBody.shape.text },
    },
    fieldsOfProblems: { PHONE_NUMBER_NOT_VALID: 'to' },
  });
  const send = () =>
    form.submit(async (body) => {
      setResult(null);
      try {
        setResult(await api.channelHealth.sendTest({ params: { accountId, channelApplicationId: health.id }, body }));
      } finally {
        void queryClient.invalidateQueries({ queryKey: orpc.audit.key() });
      }
    });
  const { failure } = form;
  const isOfForm = failure !== null && !failure.isOfFields;
  return (
    <FormSection title={text('CHANNELS_TRY')} why={text('CHANNELS_TRY_WHY')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.saving) void send();
        }}
      >
        <TextInput
          label={<Label name={text('CHANNELS_TRY_TO')} />}
          description={text(numberChannels.has(health.type) ? 'CHANNELS_TRY_TO_NUMBER' : 'CHANNELS_TRY_TO_ID')}
          {...form.typed('to')}
        />
        <TextInput label={<Label name={text('CHANNELS_TRY_TEXT')} />} {...form.typed('text')} />
        <Button type="submit" variant="default" loading={form.saving}>
          {text('CHANNELS_TRY_SEND')}
        </Button>
      </form>
      <div role="status">
        {isOfForm ? <Outcome weight="trouble">{problemText(failure.problem)}</Outcome> : null}
        {result === null ? null : (
          <Outcome weight={outcomes[result.outcome].weight}>
            {text(outcomes[result.outcome].words, { reason: reasonWords(result.reason, text) })}
          </Outcome>
        )}
        {result?.answer == null ? null : <span className={styles.answer}>{result.answer}</span>}
      </div>
    </FormSection>
  );
}
